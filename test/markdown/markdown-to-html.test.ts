import t from 'tap'
import { markdownToHtml } from '../../src/markdown/markdown-to-html.ts'

const source = {
  title: 'The title',
  url: 'https://shop.example/blog/first.md',
  baseUrl: 'https://shop.example',
  direction: 'ltr' as const,
  pages: { '/blog/first.md': '/blog/first/', '/דף.md': '/דף/' }
}
function render(text: string, given = {}) {
  const rendering = markdownToHtml({ ...source, ...given, text })
  if ('failure' in rendering) throw new Error(rendering.failure)
  return rendering
}

/** Returns the HTML of a text without its title. */
const htmlOf = (text: string, given = {}) =>
  render(text, given).html.replace(/<h1( dir="ltr")?>The title<\/h1>\n/, '')

t.test('the HTML of a text', async (t) => {
  t.test('begins with its title only if its first heading is not of the first level', async (t) => {
    t.equal(render('text', { title: 'a < b' }).html, '<h1>a &lt; b</h1>\n<p>text</p>\n')
    for (const [text, html] of Object.entries({
      '## Part\n\nLate\n====\n': '<h1>The title</h1>\n<h2 id="part">Part</h2>\n<h2 id="late">Late</h2>\n',
      '# One\n\n# Two\n': '<h1 id="one">One</h1>\n<h2 id="two">Two</h2>\n',
      '<h1 class="a">Raw</h1>\n\n# Two\n': '<h1 class="a">Raw</h1>\n<h2 id="two">Two</h2>\n',
      '<div><h1>Raw</h1></div>': '<div><h1>Raw</h1></div>'
    }))
      t.equal(render(text).html, html, text)
  })

  t.test('has ids that links to headings on GitHub have', async (t) => {
    for (const [text, ids] of [
      [
        '## A `b`, *c*!\n\n## A b c\n\n## שעות פתיחה\n\n## ...\n\n## !\n\n## -1',
        ['a-b-c', 'a-b-c-1', 'שעות-פתיחה', '-1']
      ],
      ['## Day\n## Day\n## Day 1\n## Day 2\n## Day', ['day', 'day-1', 'day-1-1', 'day-2', 'day-3']]
    ] as const)
      t.same(htmlOf(text).match(/(?<=id=")[^"]*/g), ids)
  })

  t.test('names the alignment of columns without a style attribute', async (t) => {
    const html = htmlOf('| a | b | c |\n|---|--:|:-:|\n| 1 | 2 | 3 |')
    t.match(html, '<td>1</td>\n<td data-align="right">2</td>\n<td data-align="center">3</td>')
    t.notMatch(html, 'style')
  })

  t.test('has the elements of the house style', async (t) => {
    t.equal(
      htmlOf('~~old~~ `code`\n\n```sh now\nx\n```\n\n    y\n'),
      '<p><s>old</s> <code dir="ltr">code</code></p>\n<pre dir="ltr"><code class="language-sh">x\n</code></pre>\n<pre dir="ltr"><code>y\n</code></pre>\n'
    )
    t.match(
      htmlOf('|a|\n|-|\n|1|'),
      /^<div class="scroller"[^>]*aria-label="The title"><table>.*<\/table><\/div>\n$/s
    )
  })

  t.test('links to pages, and to files from the folder of the text', async (t) => {
    const { html, links, images, otherImages, otherFiles } = render(
      '[a](first.md#x) [b](../דף.md) [c](../prices.pdf?v=1) ![d](d.png) <img src=\'e.png\'> <a href="http://">f</a> [g](https://shop.example/%ff)\n\n![h](http://shop.example/h.png)\n\n<video src="//cdn.example/i.mp4"></video>'
    )
    t.same(html.match(/(?<=(?:href|src)=["'])[^"']*/g), [
      '/blog/first/#x',
      encodeURI('/דף/'),
      '/prices.pdf?v=1',
      '/blog/d.png',
      '/blog/e.png',
      'http://',
      '/%ff',
      'http://shop.example/h.png',
      '//cdn.example/i.mp4'
    ])
    t.same(links, ['/blog/first/', '/דף/', '/prices.pdf', '/blog/d.png', '/blog/e.png', '/%ff'])
    t.same(images, ['/blog/d.png'])
    t.same(otherImages, ['http://shop.example/h.png'])
    t.same(otherFiles, ['//cdn.example/i.mp4'])
  })

  t.test('links from each attribute of HTML, and changes no other text', async (t) => {
    for (const [given, expected] of Object.entries({
      '<a href=first.md>': '<a href="/blog/first/">',
      '<a HREF = "first.md">': '<a href="/blog/first/">',
      '<img src=a.png alt="see src=b.png">': '<img src="/blog/a.png" alt="see src=b.png">',
      '<img srcset="a.png, b,c.png 2x">': '<img srcset="/blog/a.png, /blog/b,c.png 2x">',
      "<img srcset='a.png 1x,/b.png 2x'>": "<img srcset='/blog/a.png 1x,/b.png 2x'>",
      '<video poster="a.png" src="b.mp4">': '<video poster="/blog/a.png" src="/blog/b.mp4">',
      '<b>x src="a.png"</b>': '<b>x src=&quot;a.png&quot;</b>',
      '<img alt="a < b" src="a.png">': '<img alt="a < b" src="/blog/a.png">',
      '<a data-href="a" title=\' src="b"\'>': '<a data-href="a" title=\' src="b"\'>'
    }))
      t.equal(htmlOf(`x ${given}`), `<p>x ${expected}</p>\n`)
    t.equal(htmlOf('<pre>\nx src="a.png"\n</pre>'), '<pre>\nx src="a.png"\n</pre>')
    t.same(render('x <img srcset="//cdn.example/a.png 2x">').otherFiles, ['//cdn.example/a.png'])
  })

  t.test('reports at most 1,000 links', async (t) => {
    const many = Array.from(
      { length: 1100 },
      (_, index) => `[a](${index}) ![a](${index}) ![a](http://a.example/${index})`
    )
    const { links, images, otherImages } = render(many.join(' '))
    t.same([links.length, images.length, otherImages.length], [1000, 100, 1000])
  })

  t.test('gives a block the direction of its letters', async (t) => {
    for (const [text, html] of Object.entries({
      'WhatsApp זמין לכל הלקוחות\n\n123\n': '<p dir="rtl">WhatsApp זמין לכל הלקוחות</p>\n<p>123</p>\n',
      '- one\n- שתיים\n\n> ציטוט ארוך\n>\n> english\n\n---\n\n123\n':
        '<ul dir="rtl">\n<li dir="ltr">one</li>\n<li>שתיים</li>\n</ul>\n<blockquote dir="rtl">\n<p>ציטוט ארוך</p>\n<p dir="ltr">english</p>\n</blockquote>\n<hr>\n<p>123</p>\n'
    }))
      t.equal(htmlOf(text), html, text)
    const rtl = { direction: 'rtl' }
    const english = '<p>WhatsApp, Signal או SMS</p>\n<p dir="ltr"><a href="/blog/x">Only</a> English</p>\n'
    t.equal(htmlOf('WhatsApp, Signal או SMS\n\n[Only](x) English\n', rtl), english)
    t.match(htmlOf('|a|b|\n|-|-|\n|c|d|', rtl), '<table dir="ltr">')
    t.match(htmlOf('|a|b|\n|-|-|\n|ג|d|', rtl), '<thead>\n<tr>\n<th dir="ltr">a</th>')
  })

  t.test(
    'isolates numbers and Latin words whose signs would change places in a text from right to left',
    async (t) => {
      const isolated = (text: string) =>
        Array.from(
          htmlOf(text, { direction: 'rtl' }).matchAll(/<bdi dir="ltr"(?: class="unbroken")?>([^<]*)/g),
          ([, part]) => part
        )
      const rows: [text: string, parts: string[]][] = [
        ['חייגו 050 123 4567 או +972-50-123 4567', ['050 123 4567', '+972-50-123 4567']],
        ['08:00–17:00, 10–12, ₪90–120, $20-$30', ['08:00–17:00', '10–12', '₪90–120', '$20-$30']],
        ['בשנים 2019, 2020, ב־1,250.50 ועוד 7, 18+, 24/7', []],
        [
          '-20% היום, +2% מחר, 10–20% או 10%-20% (-5%), ב-20%, 50%',
          ['-20%', '+2%', '10–20%', '10%-20%', '-5%']
        ],
        ['קומה \u22123, מחיר -20 ₪', ['\u22123']],
        // Arabic has the sign on the left, as without an isolate.
        ['خصم 10–20% أو 5%', ['10–20']],
        ['קורס C# ו־C++, לא C++17', ['C#', 'C++']],
        ['סביבת .NET 9 או Visual C++ של C# & .NET', ['.NET', 'Visual C++']],
        ['עקבו אחרי @shop_il או shop@mail.example!', ['@shop_il']],
        ['באתר https://a.example/b?c=1&d=2/ שלנו', ['https://a.example/b?c=1&amp;d=2/']],
        // The browser has a number after a Latin word from left to right with it, away from its unit.
        ['קורס Python, 350 ₪ לשעה', ['350']],
        ['Zoom – 45 דקות (2 שיעורים), 90 ₪', ['45']],
        ['SQL 350 ₪, Word (80$), Windows 11 ו־GPA 4.0/4.0', ['350', '80']],
        ['"Intro to C#", 40 שעות, 12 שיעורים', ['Intro to C#', '40']],
        ['Zoom, 350, 400 ₪', ['350', '400']]
      ]
      for (const [text, parts] of rows) t.same(isolated(text), parts, text)
      t.match(
        htmlOf('We serve חומוס ופול, 35 ₪ a plate, 9:00–17:00, in room תמר 12'),
        'ופול, <bdi dir="ltr" class="unbroken">35</bdi> ₪ a plate, 9:00–17:00, in room תמר 12'
      )
      t.notMatch(htmlOf('Call 050 123 4567'), 'bdi')
      t.match(
        htmlOf('חייגו "050 123 4567"'),
        '<p dir="rtl">חייגו &quot;<bdi dir="ltr" class="unbroken">050 123 4567</bdi>&quot;'
      )
    }
  )
})
