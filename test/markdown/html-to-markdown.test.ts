import fc from 'fast-check'
import t from 'tap'
import { htmlToMarkdown } from '../../src/markdown/html-to-markdown.ts'
import { amount } from '../random.ts'
import { contentOf, each, markdownOf, source } from './convert.ts'

const head =
  '<!doctype html><html lang="he"><head><title>כותרת | אתר</title><meta name="description" content="תיאור &amp; &quot;עוד&quot;"></head>'
const empty = ['<dd>', '<dd>&nbsp;', '<dd style="display:none"><p>ה', '<dd><img src="x.png">']

/** The Markdown by its HTML. */
const cases: Record<string, Record<string, string>> = {
  'headings and text': {
    '<h1>א <small>ב</small></h1><h2>ג<br>ד</h2><h2> </h2><h1>ה': '# א ב\n\n## ג ד\n\n## ה',
    '<h1>C #</h1><h2>F##</h2>': '# C \\#\n\n## F##',
    '<p>Wow!<a href="/x">x</a> Oh! <a href="/y">y</a> <b>No!</b><a href="/z">z</a><img src="/p.png" alt="p">!</p>':
      'Wow\\![x](/x) Oh! [y](/y) **No!**[z](/z) ![p](/p.png)!',
    '<p>~5 to ~6</p>': '\\~5 to \\~6',
    '<p>א<!-- x --><?x ?><![CDATA[x]]><math><![CDATA[ב<]]></math>ג</p>': 'אב<ג',
    '<p>א<li>ב': 'א\n\nב',
    ['א<br>'.repeat(30)]: Array(30).fill('א').join('  \n')
  },
  'lists, quotations and code': {
    '<ol><li><p>א<p>ב<li>ג</ol>': '1. א\n\n   ב\n\n2. ג',
    '<ul><li><p>א<li><p>ב<li>ג</ul><dl><dt>ד<dd><p>ה<dt>ו<dd>ז</dl><table><tr><td><p>1<td><p>2<tr><td>3</table>':
      '- א\n- ב\n- ג\n\n- **ד**: ה\n- **ו**: ז\n\n|  |  |\n| --- | --- |\n| 1 | 2 |\n| 3 |  |',
    '<pre><code class="hl language-js">if (a &lt; b) {\n  <i>x</i>\n}\n</code></pre><pre class="lang-sh">ls</pre><pre> </pre>':
      '```js\nif (a < b) {\n  x\n}\n```\n\n```sh\nls\n```',
    '<blockquote><p>א<p>ב</blockquote>': '> א\n> \n> ב',
    'א<ul></ul><ol><li></ol><blockquote></blockquote>': 'א'
  },
  tables: {
    '<table><tr><th>א<th>ב<tr><td rowspan=2>ג<td>1<tr><td>2<tr><td>ד</table>':
      '| א | ב |\n| --- | --- |\n| ג | 1 |\n| ג | 2 |\n| ד |  |',
    '<table><form><input type="hidden"><tr><td>Cut<td>45</tr></form><tr><center><td>Wash</td></center><td>20</tr>New<p>From May</p></table>':
      'New\n\nFrom May\n\n|  |  |\n| --- | --- |\n| Cut | 45 |\n| Wash | 20 |',
    '<table><thead><th>Name<th>Price</thead><tbody><td>Cut<td>45</tbody></table>':
      '| Name | Price |\n| --- | --- |\n| Cut | 45 |'
  },
  'definitions and details': {
    '<dl><dt>מתחילים מ־<dd>1,900 ₪</dl><dl><dt>מתחילים מ־<dd><p>א<p>ב</dl>':
      '- **מתחילים מ**־1,900 ₪\n\n- **מתחילים מ־**\n\n  א\n\n  ב',
    '<dl><dt><dd></dl><dl><dt><dd>א</dl>': '- א',
    ...each(empty, (dd) => `<dl><dt>א${dd}</dd> <dt>ב<dt>ג<dd>ד</dl>`, '- **א**\n- **ב / ג**: ד'),
    '<dl><div><dt>א<dd></dd></div><div><dt>ב<dd>ד</div></dl>': '- **א**\n- **ב**: ד',
    '<dl><dt>א<dd hidden>ה<dd>ד<dt hidden>ב<dd hidden>ה</dl>': '- **א**: ד'
  },
  'links and images': {
    '<a href="../?a=1&amp;b=2">א</a> <a href="#ב">ג</a> <a href="//x.example/y(1)">ד</a> <a href="mailto:a@b.example">ה</a>':
      '[א](/?a=1&b=2) [ג](#%D7%91) [ד](https://x.example/y%281%29) [ה](mailto:a@b.example)',
    '<a href="http://[">ב</a> <a>ג</a>': 'ב ג',
    '<a id="x"><p>א</p></a>': 'א',
    '<a href="intent://x">a</a> <a href="zoommtg:x">b</a> <a href="java&#10;script:x">c</a> <a href=" &#1;javascript:x">d</a> <a href="VBScript:x">e</a> <a href="javascript&colon;x">f</a> <a href="file:///x">g</a> <a href="data:text/html,x">h</a>':
      '[a](intent://x) [b](zoommtg:x) c d e f g h',
    '<a href="mailto:info@müller.example?subject=a">a</a>': '[a](mailto:info@xn--mller-kva.example?subject=a)'
  },
  forms: {
    '<form id="aspnetForm"><header>x</header><h2>Prices</h2><p>Cut 45</p><input><button>Go</button><footer>x</footer></form>':
      '## Prices\n\nCut 45',
    '<form><label><input type="radio"> Small 10</label></form>': '[ ] Small 10',
    '<label>Pizza £12 <input type=number></label><label for=b>Tea <b>2 €</b></label><input id=b><label>Guests<select><option>1</select></label>':
      'Pizza £12 Tea **2 €**'
  },
  'the parts of a page': {
    '<header>x</header><article><header><h2>A</h2></header>a</article><article><h2>B</h2><footer>b</footer></article><footer>x</footer>':
      '## A\n\na\n\n## B\n\nb',
    '<section><header><h2>A</h2></header>a<aside>b</aside></section><aside>x</aside>': '## A\n\na\n\nb',
    '<header>x</header><main></main><p>a</p>': 'a',
    '<main hidden>א</main><p>ג</p><div role="main">ב</div>': 'ב',
    '<p>א</p><article><header>ב</header></article><p>ג': 'ב',
    '<article>א</article><article>ב</article>': 'א\n\nב',
    '<main><p>a</p></main><main><p>b</p></main>': 'a\n\nb',
    '<p><b>Cut 2</b><span style="float: right">20</span></p><div><span role="cell">Wash</span><span role="cell">12</span></div>':
      '**Cut 2**\n\n20\n\nWash\n\n12',
    '<h1>A</h1><p>a</p><article>b</article>': '# A\n\na\n\nb',
    '<div>x</div><header class="hero"><h1>Cut</h1><p>From £45</p></header><p>a':
      'x\n\n# Cut\n\nFrom £45\n\na',
    '<header><h1>Joe</h1><nav>x</nav><p>0113 496 0001</p></header><footer>© Joe</footer>':
      '# Joe\n\n0113 496 0001\n\n© Joe',
    '<section class="hero"><div><h1>Cut</h1><p>From £45</p></div></section><p>x</p><main><p>a</p></main>':
      '# Cut\n\nFrom £45\n\na',
    '<header><a href="/">x</a></header><h1>Cut</h1><p>x</p><main><p>a</p></main>': '# Cut\n\na',
    '<h1>x<main><p>a</p></main></h1>': 'a',
    '<header><p>x</p><a href="/en/">x</a></header><header><p>x</p><div><a href=/a>x</a><a href=/b>x</a><a href=/c>x</a></div></header>a':
      'a',
    '<aside><div><h1>x</h1></div></aside><main><p>a</p></main>': 'a',
    '<div class="row top"><header><a href=/>x</a></header></div><div><div class="row end"><footer>x</footer></div></div><p>a':
      'a',
    '<header><a href="/"><h1>x</h1></a></header><div><h1 hidden>x</h1></div><main><p>a</p></main>': 'a',
    '<div class="card card-basic"><header>Cut</header>a<footer>£20</footer></div><div class="card"><header>Wash</header>b</div>':
      'Cut\n\na\n\n£20\n\nWash\n\nb',
    '<template shadowrootmode=open><p>£20</p><template>x</template></template>': '£20'
  },
  accordions: {
    '<h3><span><button aria-expanded="false">Q?</button></span></h3>\n<div hidden>A.</div><div hidden>x</div>':
      '### Q?\n\nA.',
    '<button data-bs-toggle="collapse" data-bs-target="#a">Q?</button><div id="a" style="color: red; display: none">A.</div>':
      'Q?\n\nA.',
    '<button class="a">Q?</button><div class="panel"><p>A.</p></div><button type="button">R?</button><div>B.</div>':
      'Q?\n\nA.\n\nR?\n\nB.',
    '<div role=button>Q?</div><div style="display:none">A.</div>': 'Q?\n\nA.',
    '<button aria-controls=a>Q?</button><p>b<div id=a hidden>A.</div>': 'Q?\n\nb\n\nA.',
    '<p>a <b onclick="show(\'more\')">More</b></p><p>b<div id=more style="display:none">c</div>':
      'a **More**\n\nb\n\nc',
    '<div class="et_pb_toggle"><h5>Q?</h5><div style="display:none">A.</div></div><h3>R?</h3><p class=answer hidden>B.</p>':
      '##### Q?\n\nA.\n\n### R?\n\nB.',
    '<button onclick="show(\'m\')">x</button><p>a<div id=m class="w3-modal" style="display:none">x</div><div><button>x</button><ul class="dropdown-menu" hidden>x</ul></div>':
      'a'
  },
  buttons: {
    '<button><h3>Cut</h3><div>45</div></button><button>Buy</button>': '### Cut\n\n45',
    '<button><span>Cut</span> <span>£20</span></button><button>2</button>': 'Cut £20'
  },
  tabs: {
    '<nav><a href="/">x</a></nav><nav role="tablist"><button role="tab" aria-controls="a">Cuts</button><button role="tab" aria-controls="b">Colours</button></nav><div id="a">45</div><div id="b" aria-hidden="true">60</div>':
      'Cuts\n\nColours\n\n45\n\n60',
    '<a role="tab" href="#a">Cuts</a><p id="a" style="display:none">45</p><p role="tabpanel" hidden>60</p>':
      '[Cuts](#a)\n\n45\n\n60',
    '<button onclick="openTab(event,\'a\')">Cuts</button> <button onclick="openTab(event,\'b\')">Dyes</button><p id=a style="display:none">45<p id=b style="display:none">60':
      'Cuts Dyes\n\n45\n\n60'
  },
  'drawings that have a name': {
    '<table><tr><td>Tea<td><svg role=img aria-label="Included"></svg><tr><td>Wifi<td><svg role=img><title>Yes</title></svg></table>':
      '|  |  |\n| --- | --- |\n| Tea | Included |\n| Wifi | Yes |',
    '<a href="/x"><svg role=img aria-label="Map"></svg></a> <span role=img aria-label="x">🎉</span> <div role=img aria-label="4.8 of 5"><i></i></div>':
      '[Map](/x) 🎉 4.8 of 5'
  },
  'what readers do not see': {
    '<nav>n</nav><p>א<button>b</button></p><form><label>f<input></label><label for=s>f</label><select id=s><option>f</select><textarea>f</textarea></form><dialog>d</dialog><p popover>p</p><script>s</script><style>s</style><template>t</template><noscript>n</noscript><p hidden>h</p><p aria-hidden="true">h</p><p style="color:red; display:none">h</p><svg><text>s</text></svg>':
      'א',
    '<form><input><button>x</button></form><div class="success" style="display:none">x</div><form><button>x</button><p hidden>x</p></form>a':
      'a',
    '<div><button>x</button><ul style="display:none"><li><a href=/a>x</a></ul></div><section><button>x</button><div role=dialog hidden>x</div></section><main><button>x</button><div class="cart-drawer" aria-hidden=true>x</div><p>a</main>':
      'a',
    "<p>a</p><button onclick=\"gtag('event','promo')\">x</button><div id=promo hidden>x</div><h2>B</h2><input type=checkbox class=toggle hidden><span class=toggle hidden>x</span>":
      'a\n\n## B',
    '<label>Address line 1<input></label><button>Next 5</button><button><svg><style>.a1 {}</style></svg>x</button><p><svg role=img aria-label="phone icon"></svg>020 1':
      '020 1',
    '<p>a</p><button aria-haspopup="dialog" aria-controls="d">x</button><div id="d" hidden>x</div><button data-bs-toggle="modal" data-bs-target="#m">x</button><div id="m" hidden>x</div><button aria-expanded="true" aria-controls="p"></button><p id="p" popover>x</p>':
      'a'
  }
}

t.test('the Markdown of a page', async (t) => {
  for (const [subject, rows] of Object.entries(cases))
    t.test(`with ${subject}`, async (t) => {
      for (const [html, markdown] of Object.entries(rows))
        t.equal(contentOf(`<body>${html}`), markdown, html.slice(0, 100))
    })
})

t.test('a page without a heading begins with its title', async (t) => {
  t.equal(contentOf(`${head}<body><h2>א</h2>`), '# כותרת | אתר\n\n## א')
})

t.test('the front matter', async (t) => {
  t.test('contains the metadata of the page', async (t) => {
    t.equal(
      markdownOf(`${head}<body><h1>שלום`),
      `---
title: "כותרת | אתר"
description: "תיאור & \\"עוד\\""
canonical: "https://shop.example/about/"
lang: "he"
dir: "rtl"
last_updated: "2026-11-20"
---

> preface

# שלום
`
    )
  })

  t.test('has defaults for missing or invalid metadata', async (t) => {
    const heads: Record<string, RegExp> = {
      '<p>x':
        /title: ""\ndescription: ""\ncanonical: "https:\/\/shop.example\/about\/"\nlang: "en"\ndir: "ltr"\n/,
      '<svg><title>Icon</title></svg><title>Shop</title><p>x': /title: "Shop"\n/,
      '<html lang="he–IL">': /lang: "en"\ndir: "ltr"/,
      '<html lang="he-IL">': /lang: "he-IL"\ndir: "rtl"/,
      '<html lang="ar" dir="ltr">': /lang: "ar"\ndir: "ltr"/,
      '<html lang="fr" dir="RTL">': /lang: "fr"\ndir: "rtl"/,
      '<base href="/b/"><link rel=canonical href="c"><meta property="og:description" content="d">':
        /description: "d"\ncanonical: "https:\/\/shop.example\/b\/c"/,
      '<base href="/b/"><p><a href=c>x</a>': /\[x\]\(https:\/\/shop.example\/b\/c\)/
    }
    for (const [html, lines] of Object.entries(heads)) t.match(markdownOf(html), lines, html)
  })
})

t.test('the encoding of a page is detected', async (t) => {
  const hebrew = Buffer.from([0xf9, 0xec, 0xe5, 0xed])
  const around = (before: string, bytes: Buffer) => Buffer.concat([Buffer.from(`${before}<p>`), bytes])
  const encodings: Record<string, [bytes: Buffer, text: string]> = {
    'UTF-8 with a byte order mark': [Buffer.from('\ufeff<p>שלום'), 'שלום'],
    'UTF-16, little-endian': [Buffer.from('\ufeff<p>שלום', 'utf16le'), 'שלום'],
    'UTF-16, big-endian': [Buffer.from('\ufeff<p>שלום', 'utf16le').swap16(), 'שלום'],
    'as declared': [around('<meta charset="windows-1255">', hebrew), 'שלום'],
    'as declared by http-equiv': [
      around('<meta http-equiv="content-type" content="text/html; charset=iso-8859-8">', hebrew),
      'שלום'
    ],
    'undeclared, in Hebrew': [around('<html lang="he-IL">', hebrew), 'שלום'],
    undeclared: [around('', Buffer.from([0x63, 0x61, 0x66, 0xe9])), 'café'],
    'declared as an unknown encoding': [around('<meta charset="klingon">', Buffer.from([0xe9])), 'é'],
    'wrongly declared as UTF-8': [around('<meta charset="utf-8">', Buffer.from([0xe9])), 'é']
  }
  for (const [name, [bytes, text]] of Object.entries(encodings)) t.equal(contentOf(bytes), text, name)
})

t.test('a hostile page', async (t) => {
  t.test('is converted if it is deeply nested or has no end tags', async (t) => {
    t.equal(contentOf(`${'<div>'.repeat(5000)}x`), 'x')
    t.equal(contentOf(`x ${'<b>x '.repeat(5000)}`).split(' ').length, 5001)
    t.equal(contentOf('<p>x'.repeat(2000)).split('\n\n').length, 2000)
    t.match(contentOf(`${'<table><tr><td>'.repeat(500)}x`), /x/)
    t.match(contentOf(`<a href="/x"><code>a]: ${'`'.repeat(300_000)}</code></a>`), /^\[<code>a/)
  })

  t.test('fails with a message that states the limit it exceeds', async (t) => {
    const deep = 'its elements are nested more than 5,000 deep'
    const levels = 'its lists, tables and quotations are nested more than 200 deep'
    const tooMuch = 'its content is too deep, or too large when written out'
    const failures: Record<string, [html: string, failure: string]> = {
      'nested elements': ['<div>'.repeat(5002), deep],
      'nested lists': ['<ul><li>x'.repeat(201), levels],
      tags: ['<br>'.repeat(50_001), 'it has more than 50,000 tags and attributes'],
      attributes: [
        `<p ${Array.from({ length: 50_000 }, (_, i) => `a${i}`).join(' ')}>`,
        'it has more than 50,000 tags and attributes'
      ],
      'a cell of many rows': [
        `<table><tr><td rowspan=2000>${'x'.repeat(60_000)}${'<tr>'.repeat(2000)}</table>`,
        tooMuch
      ],
      'cells of many columns': [
        `<table><tr>${'<td colspan=1000>'.repeat(1000)}${'<tr><td>x'.repeat(2000)}</table>`,
        tooMuch
      ],
      'quotations around many lines': [`${'<blockquote>'.repeat(150)}${'<p>x'.repeat(20_000)}`, tooMuch],
      'links that a long base URL makes longer': [
        `<base href="/${'b'.repeat(1900)}/"><p>${'<a href=x>x</a> '.repeat(20_000)}`,
        tooMuch
      ],
      text: [`<p>${'x'.repeat(1_000_001)}</p>`, 'it would be longer than 1,000,000 characters of Markdown']
    }
    for (const [fact, [html, failure]] of Object.entries(failures)) t.equal(contentOf(html), failure, fact)
  })

  t.test('has no limit if it is trusted', async (t) => {
    t.ok('markdown' in htmlToMarkdown({ ...source(`${'<div>'.repeat(5002)}x`), isTrusted: true }))
  })

  t.test('is always converted, or fails with a limit, for any tree', async () => {
    const names = [
      ...'a b code em img br p h1 h2 ul ol li dl dt dd div table tr td th thead tfoot caption blockquote pre hr details summary main article span nav'.split(
        ' '
      )
    ]
    const attributes = fc.constantFrom(
      ...['', ' href="/x"', ' rowspan=3', ' colspan=2000', ' start=7', ' hidden', ' class="lang-x"'],
      ...[' alt="a" src="b"', ' __proto__=x']
    )
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom(' ', '\n', '# x', '- ', '|', '`', '**', '[x](y)', '\u00a0')
    )
    const open = fc
      .tuple(fc.constantFrom(...names), attributes)
      .map(([name, attribute]) => `<${name}${attribute}>`)
    const close = fc.constantFrom(...names).map((name) => `</${name}>`)
    const html = fc
      .array(fc.oneof(open, open, close, text), { maxLength: 200 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(html, (page) => 'markdown' in htmlToMarkdown(source(page))),
      { numRuns: amount(200, 2000) }
    )
  })
})
