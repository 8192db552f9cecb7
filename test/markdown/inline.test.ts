import { deepStrictEqual } from 'node:assert/strict'
import { type ChildNode, type Element, isTag, isText } from 'domhandler'
import fc from 'fast-check'
import { DomUtils, parseDocument } from 'htmlparser2'
import MarkdownIt from 'markdown-it'
import t from 'tap'
import { amount } from '../random.ts'
import { contentOf, each } from './convert.ts'

const mainOf = (html: string) => contentOf(`<body><main>${html}`)

const smallClasses =
  'text-xs align-top align-text-top super align-super priceCents PriceDecimals__x price-small small is-smaller grosze kop kopecks agorot ore price-minor'
const preserving = [
  'style="color:red; white-space: pre-wrap"',
  'style="white-space:break-spaces"',
  'class="md:whitespace-pre-line"',
  'class="p-2 whitespace-pre-wrap"'
]

/** The Markdown by its HTML. */
const cases: Record<string, Record<string, string>> = {
  'superscripts and subscripts': {
    '12<sup>€50</sup> <sup>€</sup>12': '12<sup>€50</sup> €12',
    '20 m<sup>2</sup>, CO<sub>2</sub>, 10<sup>-6</sup>, Cl<sup>−</sup>':
      '20 m<sup>2</sup>, CO<sub>2</sub>, 10<sup>-6</sup>, Cl<sup>−</sup>',
    [`${'<sup>1'.repeat(6)}`]: `${'<sup>1'.repeat(4)}11${'</sup>'.repeat(4)}`,
    '1<sup>st</sup>, 1<sup>er</sup>, X<sup>™</sup>, H<sub>x</sub>': '1st, 1er, X™, Hx',
    '12<span style="font-size: 50%; vertical-align: super">50</span>': '12<sup>50</sup>',
    '12<span style="vertical-align:sub">50</span>': '12<sub>50</sub>',
    ...each(
      ['top', 'text-top', '0.4em', '30%'],
      (align) => `€12<b style="color:red;vertical-align:${align}"><small>50</small></b>`,
      '€12<strong><sup>50</sup></strong>'
    ),
    ...each(
      ['bottom', 'text-bottom', '-.4em'],
      (align) => `<i>12</i><span style="vertical-align: ${align}">50 €</span>`,
      '*12*<sub>50 €</sub>'
    ),
    '12 <span style="vertical-align:top">50</span> 5<span style="vertical-align:top">% until 31.12</span>5<i style="vertical-align:top"></i>':
      '12 50 5% until 31.125',
    ...each(
      [
        '<small>50</small>',
        '<span class="price__cents">50</span>',
        '<span class="Decimals"><i></i><small>50</small></span>',
        '<span style="font-size: 60%; position: relative; top: -.4em">50</span>',
        '<span style="font-size:.6em">50</span>',
        '<span style="color:red;font-size:smaller">50</span>',
        '<span class="sup">50</span>',
        '<span class="price-superscript">50</span>',
        ...smallClasses.split(' ').map((name) => `<span class="${name}">50</span>`),
        '<span style="font-size:12px">50</span>',
        '<u><span style="font-size:9pt">50</span></u>',
        '<span style="font-size:0.7rem">50</span>',
        '<font size="1">50</font>',
        '<font size="-2">50</font>'
      ],
      (cents) => `€12${cents}`,
      '€12<sup>50</sup>'
    ),
    ...each(
      [
        '<span style="font-size: 32px">12</span><span style="font-size: 14px">50</span>',
        '<span style="font-size:24pt">12<span style="font-size:12pt"><u>50</u></span></span>',
        '<font size="5">12</font><font size="2">50</font>',
        '<font size="+2">12<font size="-1">50</font></font>',
        '<span style="font-size:2em">12</span><span style="font-size:1em">50</span>',
        '<span class="text-4xl"><u>12</u></span><span class="text-sm">50</span>',
        '<span class="fs-1">12</span><span class="fs-6">50</span>',
        '<span class="h2">12</span><span class="h5">50</span>',
        '<big>12</big>50',
        '<font size="6">12</font>50',
        '<span class="text-3xl">12</span>50'
      ],
      (price) => `€${price}`,
      '€12<sup>50</sup>'
    ),
    '<span style="font-size:16px">12</span><span style="font-size:15px">50</span><font size=3>0</font>':
      '12500',
    '<div style="font-size:12px"><p>12<span style="font-size:12px">50</span></p></div>12<font size="+1">50</font> 12<span style="font-size:11pt">50</span>':
      '1250\n\n1250 1250',
    '<span class="text-4xl">12</span><span class="text-sm">24h service</span>, <span class="text-4xl">10</span><span class="text-sm">24/7</span>, <big>1</big>0 <big>1</big>250 <big>A</big>50 <big>1</big>50 reviews':
      '12 24h service, 10 24/7, 10 1250 A50 150 reviews',
    '12 <small>50</small> 12<small>.50</small> 12<small>% off</small> 12<b class="centers" style="font-size:2em">50</b>':
      '12 50 12.50 12% off 12**50**',
    '12<span style="vertical-align:0">50</span><span style="vertical-align:middle">0</span>': '12500',
    '<code>10<sup>6</sup> x<sub>1</sub></code>': '`10⁶ x₁`',
    '<code>10<b style="vertical-align:top">6</b></code>': '`10⁶`'
  },
  'emphasis next to punctuation': {
    '<strong>50%</strong>off, <b>€20</b>each': '<strong>50%</strong>off, **€20**each',
    '<b><i>a</i>a<s><i>---</i></s></b>': '***a*a<del><em>---</em></del>**',
    '&lt;<b>a@b.example></b> &lt;12@b.example> &lt;+1@b.example>':
      '\\<**a@b.example>** \\<12@b.example> \\<+1@b.example>',
    '1 &lt; 2, &lt;5 kg, a &lt;': '1 < 2, <5 kg, a \\<'
  },
  'emphasis by style': {
    '<span style="font-weight:700">a</span> <span style="color:red;FONT: italic bold 1em x">b</span> <span style="font-style: oblique">c</span>':
      '**a** ***b*** *c*',
    '<p style="font-weight:bold">a <span style="font-weight:400">b</span></p>': '**a** b',
    '<i>a <span style="font-style:normal">b</span></i>': '*a* b',
    '<s style="text-decoration:none">a</s> <s>b<a style="text-decoration:none">c</a></s>': 'a ~~bc~~'
  },
  'elements that a style makes blocks': {
    '<h2>€12<span style="display:block">50 off</span></h2>': '## €12 50 off',
    '<span style="display:inline-block">a</span><img style="display:block" src="a" alt="b"><b style="display:table-cell">c</b>':
      'a![b](a)\n\n**c**',
    '<span class="price block">€12</span><span class="d-block">50 off</span><a class="w-inline-block">x</a>':
      '€12\n\n50 off\n\nx'
  },
  'parts of a row': {
    '<p style="color:red; display:flex"><b>Cut 2</b><i>45</i></p>': '**Cut 2** *45*',
    '<p>a<span style="display:inline-grid"><a href="/x">Mon:</a><i></i>9<b>+1</b></span>b</p>':
      'a[Mon:](/x) 9 **+1**b',
    '<div class="x md:flex"><span>Cut 2</span><svg></svg><span>€45</span></div><ul><li class="d-lg-flex"><b>a</b><b>b</b></ul>':
      'Cut 2 €45\n\n- **a b**',
    '<p class="flex"><span>$</span><span>29</span><span>.99</span><span>/month</span></p><p class="d-flex"><span>29</span><span class="cents">99</span><sup>1</sup></p>':
      '$29.99/month\n\n29<sup>99</sup><sup>1</sup>',
    '<p class="reflex flex-wrap"><b>C</b><b>ut</b></p><pre class="flex"><i>a</i><i>(b)</i></pre>':
      '**Cut**\n\n```\na(b)\n```'
  },
  'adjacent and nested emphasis': {
    '<b>a <i>b</i></b><i>c</i>': '**a *b***<em>c</em>',
    '<b><i>a</i> b <i>c</i></b> <i>d <b>e</b></i>': '***a* b *c*** *d **e***',
    '<b><i>a</i>b<i>c</i></b> <b>a<i>b</i>c</b>': '***a*b<em>c</em>** **a*b*c**',
    '<a href="/x"><b>a</b></a><b> <a href="/x">a</a></b>': '**[a](/x) [a](/x)**',
    '<a href="/x">a<b>b <i><a href="/y">c</a></i></b></a>': '[a**b**](/x) ***[c](/y)***',
    'a&<span>copy;</span> &lt;<span>b></span>': 'a\\&copy; \\<b>'
  },
  breaks: {
    '<b>12 Main St<br>Haifa<br></b>Israel': '**12 Main St**  \n**Haifa**  \nIsrael',
    '<a href="/x">12 Main St<br>Haifa</a>': '[12 Main St  \nHaifa](/x)',
    'a <br> <br>b<br>': 'a  \nb',
    '<p style="white-space:pre-line">\n  Mo 9-12\r\n\n  Tu 10-13\n</p>': 'Mo 9-12  \nTu 10-13',
    ...each(
      preserving,
      (attribute) =>
        `<div ${attribute}><b>Mo</b> 9\n<b>Tu\n10</b><p>a\nb</p>\n<ul>\n<li>a\nb\n</ul>\n<p style="white-space:normal">a\nb</p><i class="whitespace-nowrap">a\nb</i></div>`,
      '**Mo** 9  \n**Tu**  \n**10**\n\na  \nb\n\n- a  \n  b\n\na b\n\n*a b*'
    ),
    '<div style="white-space:pre"><pre>\n a\n\n b</pre>a<code>b\nc</code></div>':
      '```\n a\n\n b\n```\n\na`b c`',
    '<pre>a<br>b<div>c</div><div>d</div>e</pre>': '```\na\nb\nc\nd\ne\n```',
    'A<br>---<br>B<br>===<br>- -<br>=': 'A  \n\\---  \nB  \n\\===  \n\\- -  \n\\=',
    'A | B<br>--- | ---<br>|:--|<br>:-) |': 'A | B  \n\\--- | ---  \n\\|:--|  \n:-) |'
  },
  code: {
    '<code>`</code> <code>a`b</code> <code>a``</code>': '`` ` `` ``a`b`` ``` a`` ```',
    '<code>a</code><code>b</code>`<code>c</code>': '`ab`\\``c`',
    '<ul><li><a href="/x"><code>a[0]: b*</code></a></ul>': '- [<code>a\\[0\\]: b\\*</code>](/x)',
    '<p>see <a href="/x"><code>]:</code></a>': 'see [`]:`](/x)'
  },
  images: {
    '<img src="a.png" alt="a [b] *c*" title=\'say "x"\'>': '![a \\[b\\] \\*c\\*](a.png "say \\"x\\"")',
    '<img data-src=a alt=Spring><img data-src=b alt=Summer>': 'Spring Summer'
  },
  'links that show no text': {
    '<a href="https://wa.me/1"><svg><title>WhatsApp</title><desc>x</desc></svg></a>':
      '[WhatsApp](https://wa.me/1)',
    '<a href="/x"><svg aria-label="Map"><title>x</title></svg></a>': '[Map](/x)',
    '<a href="/x"><img src="a.png" alt="" title="Home"></a>': '[Home](/x)',
    '<a href="/x"><img src="a.png" title="Home"></a>': '[![Home](a.png)](/x)',
    '<a href="/x"><img src="data:x" alt="Home"></a>': '[Home](/x)',
    '<i id=a hidden>Our</i> <b id=b><b>Map</b></b> <a href="/x" aria-labelledby="a b z" aria-label="x"><i></i></a>':
      '**Map** [Our Map](/x)',
    '<a href="/x" aria-label="Map of Leeds"><img src="data:," data-src="m.png" alt="Map"></a>':
      '[Map of Leeds](/x)',
    '<a href="/x" aria-label="Map of Leeds"><img src="m.png" alt="Map"></a>': '[![Map](m.png)](/x)',
    '<a href="/x" aria-label="Map of Leeds"><img alt="Map"></a>': '[Map of Leeds](/x)',
    '<a href="/x"><svg aria-hidden="true"><title>x</title></svg></a>': '[/x](/x)',
    '<a href="/x">&#xe001;</a> <a href="/y">&#xf09b;</a>': '[/x](/x) [/y](/y)',
    '<a href="tel:1" title="Call"><i>&#xf095;&#8203;</i> </a>': '[Call](tel:1)',
    '<a href="tel:1"><i>&#xf095;</i><svg><title>&#xf095;Call</title></svg></a>': '[Call](tel:1)',
    'a<a href="/x"></a> <a href="#x"><i></i></a><a href="javascript:x"><i></i></a>': 'a',
    '<a href="/x" title="Home"><div></div></a><a href="/y"><div><i></i></div></a>': '[Home](/x)\n\n[/y](/y)',
    '<a href="/a&amp;copy;b?x&amp;copy;y">x</a> <a href="tel:06 1">y</a>':
      '[x](/a%26copy;b?x&amp;copy;y) [y](tel:06%201)'
  },
  'words that something drawn separates': {
    '<span>4.8</span><svg></svg><span>120 reviews</span>': '4.8 120 reviews',
    '<b>€ 49</b><span aria-hidden="true"> | </span><i>90 min</i>': '**€ 49** | *90 min*',
    '<h2>030<span aria-hidden=true> / </span>123<button>x</button>4</h2>': '## 030 / 123x4',
    'It<i aria-hidden=true>’</i>s 1<i aria-hidden=true>,</i>234, 1<i aria-hidden=true> </i>234':
      'It’s 1,234, 1 234',
    '4 euros<i aria-hidden=true>€4</i>each 1<i aria-hidden=true>2</i>3 Schiff<i aria-hidden=true>&shy;</i>fahrt':
      '4 euros each 1 3 Schifffahrt',
    'Rating<i aria-hidden=true>★</i>4.8 Home<i aria-hidden=true> › </i>Shop Mon<i aria-hidden=true>•</i>Tue':
      'Rating 4.8 Home Shop Mon • Tue',
    'Tel:<svg></svg><a href="tel:1">+49 30</a> "<a href="/x">Map<svg></svg></a>" Trier<svg></svg>(DE)':
      'Tel: [+49 30](tel:1) "[Map](/x)" Trier (DE)',
    '<code><i class=a>sha</i><i class=b>256</i></code>': '`sha256`',
    '詳しく<svg></svg>は คลิก<svg></svg>ที่นี่ 3<svg></svg>日 500<svg></svg>+ "yes<svg></svg>" 5<svg></svg>6':
      '詳しくは คลิกที่นี่ 3日 500+ "yes" 5 6',
    'a<input type=hidden>b<img width=1 height=1 alt="">c<svg width=0></svg>d<audio></audio>e<area alt="">f':
      'abcdef',
    '€<svg></svg>49<svg></svg>,50<svg></svg>!': '€49,50!',
    'a<span hidden>b</span>c<script>d</script>e<p popover>f</p>': 'ace',
    'By Lee<a href="/x"><svg></svg></a>and<a href="/y" aria-label="Map"><i></i></a>!':
      'By Lee [/x](/x) and [Map](/y)!',
    '<table><tr><td> <svg></svg><td><input></table><table><tr><td><svg></svg><tr><td>a':
      '|  |\n| --- |\n|  |\n| a |'
  },
  'what only a class separates or draws': {
    '<span>$</span><span class="integer-part">39</span><div class="after-price"><span class="fractional-part">90</span></div><span>Monthly</span>':
      '$39<sup>90</sup>\n\nMonthly',
    '<div class="dollars">$39</div><div class="cents">90</div><p>a<div class="cents">1 of</div>':
      '$39<sup>90</sup>\n\na\n\n1 of',
    '$<span class=num>39</span><span class=dec>90</span><i class=per>/mo</i>': '$39<sup>90</sup>*/mo*',
    '<i class=name>Brows (both)</i><i class=time>5 min</i> <b class=name>Legs (half)</b><b class=time>On request</b>':
      '*Brows (both) 5 min* **Legs (half) On request**',
    '<div>\n<i>Lundi</i><b>Fermé</b></div><div><i>Mo.</i><b>9–17</b></div><div><i>Pane*</i><b>2 €</b></div><div><b>5 min</b><i>·</i><b>Easy</b></div><div><b>350₪</b><i>הכול כלול</i></div><div><b>96+</b><i>PageSpeed</i></div><div><b>5.0</b><small>20 ביקורות</small></div><div><i>א׳</i><b>9:00</b></div><div><i class=tag>Tel Aviv</i><i class=tag>תיקון ממ״ד</i><i class=tag>Haifa</i></div><div><a href="/x"><b>Lock</b><i>9 models</i></a></div>':
      '*Lundi* **Fermé**\n\n*Mo.* **9–17**\n\n*Pane\\** **2 €**\n\n**5 min** *·* **Easy**\n\n**350₪** *הכול כלול*\n\n**96+** *PageSpeed*\n\n**5.0** 20 ביקורות\n\n*א׳* **9:00**\n\n*Tel Aviv תיקון ממ״ד Haifa*\n\n[**Lock** *9 models*](/x)',
    '<div><b>W</b><i>elcome</i></div><div><i>1</i><b>2</b></div><div><i>21</i><b>st</b></div><div><b>Wash</b><i>room</i> key</div><p><b>Flat</b><i>Finder</i></p>':
      '**W**<em>elcome</em>\n\n*1*<strong>2</strong>\n\n*21*<strong>st</strong>\n\n**Wash**<em>room</em> key\n\n**Flat**<em>Finder</em>',
    '<i class="strikethrough">$99</i> <b class="u-strike">$89</b> $79 <i class="strike">5</i>':
      '*~~$99~~* **~~$89~~** $79 *5*',
    '<i class="has-material-icons-left">a</i> <i class="material-icons">phone<b>030</b></i> <b class=k>2</b><b class=h>0 incl.</b>':
      '*a* *phone**030*** **20 incl.**',
    'info<i aria-hidden=true>@</i>shop 1<i aria-hidden=true>⁄</i>2': 'info@shop 1⁄2',
    '<code><a href="tel:1"><svg></svg></a></code> <a href="tel:1"><svg></svg></a>': '[tel:1](tel:1)'
  },
  'icons that say what an offer includes': {
    '<table><tr><th>Sauna<td><i class="fa fa-times"></i><td><span><i class="glyphicon glyphicon-ok"></i></span></table>':
      '|  |  |  |\n| --- | --- | --- |\n| Sauna | ✗ | ✓ |',
    '<ul><li><i class="bi bi-check-lg"></i>Sauna<li><svg class="bi bi-x-circle"></svg> Towels<li><i class="material-icons">close</i>Tea</ul>':
      '- ✓ Sauna\n- ✗ Towels\n- ✗ Tea',
    '<p><i class="fa fa-times"></i> a<ul><li><a href="/x"><i class="fa fa-close"></i>b</a> <i class="fa fa-xing"></i></ul>':
      'a\n\n- [b](/x)',
    '<ul><li><i class="material-icons">check_box_outline_blank</i>a<li><i class="fa fa-x-ray"></i>b<li><i class="fa fa-cross"></i>c<li><i class="icon-check-in"></i>d<li><i class="material-icons">check_circle_outline</i>e<li><h3><i class="fa fa-times"></i>f</h3></ul>':
      '- a\n- b\n- c\n- d\n- ✓ e\n- ### f'
  },
  'links that show no text beside links that do': {
    '<a href="/x" class="cover"></a><h3><a href="/x">Cut</a></h3><a href="/y"><i></i></a>':
      '### [Cut](/x)\n\n[/y](/y)',
    '<a href="/x"><i></i></a> <a href="/x"><i></i></a> <a href="/x" title="Cut"><i></i></a>': '[Cut](/x)',
    '<h3><a href="/x">Cut</a></h3><a href="/x"><svg></svg></a><a href="/y"><svg></svg></a><a href="/x"><svg></svg></a>':
      '### [Cut](/x)\n\n[/y](/y)'
  },
  'links of an image and of programs': {
    '<img src="a" alt="A"><map><area href="tel:1" alt="Call"><area href="/x" title="Shop"><area></map>':
      '![A](a) [Call](tel:1) [Shop](/x)',
    '<a href="whatsapp://send?phone=1" aria-label="WhatsApp"><i></i></a> <a href="geo:1,2">Map</a> <a href="x-app:1">x</a>':
      '[WhatsApp](whatsapp://send?phone=1) [Map](geo:1,2) [x](x-app:1)'
  },
  'links around blocks': {
    '<a href="/x"><div><img src="/a.png" alt="A]\\" title=\'"b"\'></div></a>':
      '[![A\\]\\\\](/a.png "\\"b\\"")](/x)',
    '<ul><a href="/x"><li>x</li><li><h3>y</h3><p>z</p></li></a><a href="/y"><li title=v><i></i></li></a></ul>':
      '- [x](/x)\n\n- ### [y](/x)\n\n  z\n\n- [/y](/y)',
    '<dl><a href="/x"><dt>Mon</dt><dd>9</dd></a></dl>': '- **[Mon](/x)**: [9](/x)',
    '<a href="/x"><ul><li>x<li>y</ul><hr><p>z</a>': '- x\n- y\n\n---\n\n[z](/x)',
    ...Object.fromEntries(
      Object.entries({
        '<ul><li>x<li>y</ul>': '- x\n- y',
        '<ul><ul><li>x</ul></ul>': '- - x',
        '<ol><li>x</ol>': '1. x',
        '<blockquote>q</blockquote>': '> q',
        '<pre>q</pre>': '```\nq\n```',
        '<table><tr><th>q</table>': '| q |\n| --- |',
        '<p>Wow!<a href="/y">y</a></p>': 'Wow\\![y](/y)',
        '<p>Wow!<a href="/y"><img src="/a" alt="y"></a></p>': 'Wow\\![![y](/a)](/y)'
      }).map(([html, markdown]) => [`<a href="/x">${html}</a>`, `${markdown}\n\n[/x](/x)`])
    )
  },
  'blocks in terms, summaries and cells': {
    '<dl><dt>Mon<dd><h4>x</h4><dt>Tue<dd>x</dl>': '- **Mon**\n\n  #### x\n\n- **Tue**: x',
    '<dl><dt>1. <b>Open</b><dd>9<dt>- <dt><b>+</b> x<dt># y</dl>':
      '- 1\\. **Open**: 9\n- \\- / **+** x / # y',
    '<dl><dt><i>a</i>_<i>b</i><dd>9<dt>c*<dd>8</dl><details><summary><i>d</i>':
      '- <strong>*a*\\_*b*</strong>: 9\n- **c\\***: 8\n\n<strong>*d*</strong>',
    '<dl><dt>Mon<dd><blockquote>x</blockquote></dl>': '- **Mon**\n\n  > x',
    '<dl><dt>Mon<dd><hr></dl>': '- **Mon**\n\n  ---',
    '<details><summary><ul><li>x</ul></summary><summary>y</summary></details>': '- x\n\n**y**',
    '<table><tr><th><button>Price</button><tr><td>€5<button>Buy</button></table>':
      '| Price |\n| --- |\n| €5 |',
    '<table><tr><th><h3>- a</h3><th><h3>&gt; b</h3><th><ul><li><h3># c</h3></ul><th><ol><li><ul><li><h3>1. d</h3></ul></ol></table>':
      '| - a | > b | • # c | 1. • 1. d |\n| --- | --- | --- | --- |',
    '<table><tr><th><h3>Price</h3><th><ul><li>a<li><h4>b</h4></ul><th><blockquote>q<p>r</blockquote><th><hr>x<th><pre># y</pre><th># z</table>': `| Price | • a • b | q r | x | \`\`\` # y \`\`\` | \\# z |\n|${' --- |'.repeat(6)}`
  },
  'struck text, quotations and check boxes': {
    '<span style="text-decoration: line-through">€50</span> <b style="color:red;text-decoration-line:underline line-through">€40</b>':
      '~~€50~~ **~~€40~~**',
    '<span class="text-gray line-through">€50</span> <b class="text-decoration-line-through">€40</b> <i class="no-line-through">€30</i>':
      '~~€50~~ **~~€40~~** *€30*',
    '<a class="hover:line-through md:font-bold" href="/x">a</a> <b class="group-hover:line-through hover:block">b</b>':
      '[a](/x) **b**',
    '<p style="TEXT-DECORATION:line-through red">€50</p><del><p>€40</p></del><i style="text-decoration:none">x</i>':
      '~~€50~~\n\n~~€40~~\n\n*x*',
    'He said <q>yes <b>now</b></q>.': 'He said "yes **now**".',
    '<label><input type=checkbox checked>Paid</label> <input type="CHECKBOX"> Sent <input type=text>':
      '[x] Paid [ ] Sent',
    '<label>a</label><input type=checkbox checked><label>b</label><input type=radio>': 'a [x] b [ ]'
  },
  lists: {
    '<ul><li>a</li><ol><li>b</ol><ol><li>c</ol></ul>': '- a\n  1. b\n  1) c',
    '<ol reversed><li>a<li>b</ol><ol reversed start=1><li>a<li>b<li>c</ol>':
      '2. a\n\n1) b\n\n1. a\n\n0) b\n\n- c',
    '<ol reversed><x-item><li>a</x-item><div><li>b</div><li>c</ol><ul><div><li>d<ul><li>e</ul></div><p>f</p></ul>':
      '3. a\n\n2) b\n\n1. c\n\n- d\n  - e\n- f',
    '<ol start=-1><li>a<li>b<li>c</ol>': '- a\n0. b\n1. c',
    '<ol start=" +3.5"><li>a<li value=5x>b<li value=x>c</ol>': '3. a\n\n5) b\n\n6) c',
    '<ul><li><hr><li><hr>a<li><ul><li><hr></ul></ul>': '- ***\n\n- ***\n\n  a\n\n- - ***',
    '<ol><li>a</ol><ol><li>b</ol><div><ol start=7><li>c</ol></div>': '1. a\n\n1) b\n\n7. c',
    '<dl><dt><a href="/x">Mon:</a><dd>9<dt>Tue:&rlm;<dd>9<dt><s>Wed:</s><dd>9<dt>Thu –<dd>9<dt>7–8<dd>9</dl>':
      '- **[Mon:](/x)** 9\n- **Tue:\u200f** 9\n- **~~Wed:~~** 9\n- **Thu –** 9\n- **7–8**: 9'
  },
  tables: {
    '<table><caption>x</caption><thead><tr><td>a<td>b</thead><tr><td>1<td><p>2<p>3</table>':
      'x\n\n| a | b |\n| --- | --- |\n| 1 | 2 3 |',
    '<table><tbody><tr><th>a<th>b<tr><td rowspan=0>c<td>1<tr><td>2</td></tr></tbody><tbody><tr><td>d</table>':
      '| a | b |\n| --- | --- |\n| c | 1 |\n| c | 2 |\n| d |  |',
    '<table><tr><th>a\\|b<th><code>c|d</code><th>\\<br>|<th><ul><li><hr>e</ul></table>':
      '| a\\\\\\|b | `c\\|d` | \\\\ \\| | • e |\n| --- | --- | --- | --- |',
    '<table><tr><th colspan="+02px">a<th rowspan=" 00x">b<tr><td>1<td>2<tr><td>3<td>4</table>':
      '| a |  | b |\n| --- | --- | --- |\n| 1 | 2 | b |\n| 3 | 4 | b |',
    '<table><tr><th colspan=999999999>a<tr><td>1<td>2</table>': '| a |  |\n| --- | --- |\n| 1 | 2 |',
    '<table><thead><tr><th>a<th>b<tbody><tr><td>1<td>2<tr><td>3<td>4<tfoot><tr><td>5<td>6</table>':
      '| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |',
    '<table><tr><td>a<p>b<tfoot><tr><td>z<tbody><tr><td>c</table>': '|  |\n| --- |\n| a b |\n| c |\n| z |',
    '<table><caption>x<thead><tr><th>a<tbody><tr><td><table><tbody><tr><td>i</table>b</table>':
      'x\n\na\n\n|  |\n| --- |\n| i |\n\nb'
  },
  'marks of the conversion': {
    '<b>a&#xfdd0;</b>b&#xfdd7;&#xfddb;c<img src="a" alt="d&#xfdd1;">': '**a**bc![d](a)'
  },
  'hidden elements': {
    'a<input list=x><datalist id=x><option>b</datalist>': 'a',
    '<p hidden=until-found>a</p><p hidden="">b</p><p HIDDEN=HIDDEN>b</p>': 'a',
    'a<p style="content-visibility:hidden">b</p><p style="visibility: COLLAPSE">b</p>': 'a',
    '<p class="wow fadeIn" style="visibility:hidden">a</p><p style="visibility: hidden; animation-name: none">b</p><p class="wow" style="display:none">c</p><p class="bowwow" style="visibility:hidden">d</p>':
      'a\n\nb',
    '<dialog open>a<p>b</dialog><dialog>c</dialog><div popover>d</div>': 'a\n\nb'
  }
}

t.test('the Markdown', async (t) => {
  for (const [subject, rows] of Object.entries(cases)) {
    t.test(`of ${subject}`, async (t) => {
      for (const [html, markdown] of Object.entries(rows)) t.equal(mainOf(html), markdown, html)
    })
  }

  t.test('of names of links takes bounded time', async (t) => {
    const deep = `${'<a href=x><i>'.repeat(2400)}${'<i></i>'.repeat(5000)}`
    const long = `<p id=a>${'x'.repeat(10_000)}</p>${`<a href=x aria-labelledby="${'a '.repeat(500)}"><i></i></a>`.repeat(20)}`
    for (const html of [deep, long])
      t.equal(mainOf(html), 'its content is too deep, or too large when written out')
  })
})

const plain = {
  ...{ isBold: false, isItalic: false, isStruck: false, isCode: false },
  // The URL of a link, and of an image.
  ...{ link: '', image: '' },
  shifts: ''
}

/** A character that is no white space, with the formats that a reader sees. */
type Shown = typeof plain & {
  character: string
  /** Whether white space is before it. */
  isApart: boolean
}

const isIn = (element: Element, names: string) => names.split(' ').includes(element.name)

const toUrl = (link = '') => new URL(link, 'https://shop.example/').href

function readFormat(element: Element, format: typeof plain, isRendered: boolean): typeof plain {
  const { name, attribs } = element
  const isShift = isIn(element, 'sup sub') && (isRendered || /[\d-]/.test(DomUtils.textContent(element)))
  return {
    ...format,
    isBold: format.isBold || isIn(element, 'b strong'),
    isItalic: format.isItalic || isIn(element, 'i em'),
    isStruck: format.isStruck || isIn(element, 's del'),
    isCode: format.isCode || name === 'code',
    link: name === 'a' ? toUrl(attribs.href) : format.link,
    shifts: isShift ? `${format.shifts} ${name}` : format.shifts
  }
}

const ownText = ({ name, attribs: { alt = '', checked = ' ' } }: Element) =>
  name === 'input' ? ` [${checked}] ` : alt

/**
 * Returns what a reader of a page sees. With the additions of the Markdown: the quotation marks of `q`, `[x]` for a check
 * box. Without characters of format. Only superscripts and subscripts with a digit or a minus count.
 */
function readShown(html: string, hasAdditions: boolean): Shown[] {
  const shown: Shown[] = []
  const additions = new Map(hasAdditions ? Object.entries({ q: '"' }) : [])
  let isApart = true
  const add = (text: string, format: typeof plain) => {
    for (const character of text.replace(/\p{Cf}/gu, '')) {
      if (character.trim() === '') isApart = true
      else {
        shown.push({ character, ...format, isApart })
        isApart = false
      }
    }
  }
  const read = (node: ChildNode, format: typeof plain): void => {
    if (isText(node)) add(node.data, format)
    else if (isTag(node)) readElement(node, format)
  }
  const readElement = (node: Element, format: typeof plain): void => {
    if (isIn(node, 'br p')) isApart = true
    const { name, attribs, children } = node
    const inner = readFormat(node, format, !hasAdditions)
    add(ownText(node), { ...format, image: name === 'img' ? toUrl(attribs.src) : '' })
    add(additions.get(name) ?? '', format)
    for (const child of children) read(child, inner)
    add(additions.get(name) ?? '', format)
  }
  for (const node of parseDocument(html).children) read(node, plain)
  return shown
}

/** Returns the characters without the spaces that separate adjacent links, which only CSS separates. */
const withoutLinkSpaces = (shown: Shown[]) =>
  shown.map((one, index) => {
    const last = shown[index - 1]
    const isAfterLink = Boolean(last?.link || last?.image) && Boolean(one.link || one.image)
    return { ...one, isApart: one.isApart && !isAfterLink }
  })

const texts =
  'a Word 10 5 שלום é 😀 € % + ! " ( ) . , : - – “ ¢ … * ** _ ` `` ~~ [ ] &lt; &gt; &amp;copy; # 1. | \\ ='
const showsSomething = (html: string) =>
  /<(?:img|input|q)|^[^<>]*[^<>\s\p{Cf}]|>[^<>]*[^<>\s\p{Cf}]/u.test(html)
const words = fc.constantFrom(...texts.split(' '), '\u00a0', '\u200f', ' ', ' ', ' ', '\n')
const tags = 'b,strong,i,em,s,a href="/x",a href="/y",sup,sub,span,q'.split(',')
const { inline } = fc.letrec<{ inline: string; node: string }>((tie) => ({
  inline: fc.array(tie('node'), { maxLength: 5 }).map((nodes) => nodes.join('')),
  node: fc.oneof(
    { withCrossShrink: true, maxDepth: 4 },
    words,
    words,
    fc.constantFrom(
      '<br>',
      '<img src="/i" alt="a [b] !">',
      '<input type=checkbox>',
      '<input type=checkbox checked=x>'
    ),
    fc
      .tuple(fc.constantFrom(...tags), tie('inline'))
      // A link cannot contain another one (HTML standard, section 4.5.1). The tests above have those that show nothing.
      .map(([tag, content]) =>
        tag.startsWith('a ') && (content.includes('<a ') || !showsSomething(content))
          ? content
          : `<${tag}>${content}</${tag.split(' ')[0]}>`
      ),
    fc.array(words, { maxLength: 3 }).map((texts) => `<code>${texts.join('')}</code>`)
  )
}))

t.test('the Markdown of any inline HTML, rendered, has its text, emphasis, links and numbers', async () => {
  const commonMark = new MarkdownIt('commonmark').enable('strikethrough')
  fc.assert(
    fc.property(inline, (html) => {
      const markdown = mainOf(`<p>${html}</p>`)
      const rendered = readShown(commonMark.render(markdown), false)
      deepStrictEqual(withoutLinkSpaces(rendered), withoutLinkSpaces(readShown(html, true)))
    }),
    { numRuns: amount(500, 20_000) }
  )
})
