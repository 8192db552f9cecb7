import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { imageSize } from 'image-size'
import { type Test, t } from 'tap'
import { drawSocialPicture } from '../../src/pictures/drawings.ts'
import { draw, type Pictures } from '../../src/pictures/pictures.ts'
import { baseUrl, buildWhole, controlClock, facts, folderWith } from '../helper.ts'

const squareLogo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>'
async function render(svg: string, width: number): Promise<Buffer> {
  const drawn = await draw(new Map([['/a.png', { svg, width, format: 'png' }]]))
  return Buffer.from(drawn.get('/a.png') ?? '')
}

const png = await render(squareLogo, 512)

interface Given {
  profile?: Record<string, unknown>
  site?: { accent?: string; font?: 'serif' | 'sans' | 'system' }
  files?: Record<string, string | Buffer>
  warn?: (message: string) => void
  pictures?: Pictures
}

/** The pictures of the fixture, which the tests draw once. */
const drawn = (await buildWhole(t, {}, { siteDir: folderWith(t, {}) })).site.pictures
await drawn.prepare()

/** Serves a business that differs from the fixture, with only these files; returns also functions that read a resource and a page. */
async function open(t: Test, { profile, site: look, files = {}, pictures = drawn, warn = () => {} }: Given) {
  const whole = await facts()
  const changes = { profile: { ...whole.profile, ...profile }, site: { ...whole.site, ...look } }
  const options = { business: { ...whole, ...changes }, pictures, warn }
  const { fastify, site } = await buildWhole(t, options, { siteDir: folderWith(t, files) })
  const read = async (path: string) => {
    const body = await site.context.resources.get(path)?.read()
    return body && 'content' in body ? body.content : undefined
  }
  const html = async (path: string) => String((await read(path)) ?? '')
  return { fastify, pictures: site.pictures, read, html }
}

const logo = (src: string, width: number, height: number) => ({
  logo: { src: baseUrl + src, alt: 'עיגול', width, height }
})

const metaOf = (html: string, property: string) =>
  new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(html)?.[1] ?? ''

/** Returns the path of the social picture that the home page states. */
const socialPath = async ({ html }: Awaited<ReturnType<typeof open>>) =>
  new URL(metaOf(await html('/'), 'og:image')).pathname

t.test('the social picture', async (t) => {
  t.test('is a PNG of 1200 x 630 pixels, which caches may hold for a year', async (t) => {
    const app = await open(t, {})
    const response = await app.fastify.inject(await socialPath(app))
    t.equal(response.statusCode, 200)
    t.match(response.headers, {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable'
    })
    const { type, width, height } = imageSize(response.rawPayload)
    t.same({ type, width, height }, { type: 'png', width: 1200, height: 630 })
  })

  t.test('has its size and its text on the pages, unless the owner made it', async (t) => {
    const cases: [given: Given, alt: string, width: string, height: string][] = [
      [{ profile: { tagline: 'פחות הקלדות' } }, 'נחת אוטומציות: פחות הקלדות', '1200', '630'],
      [{ profile: { tagline: undefined } }, 'נחת אוטומציות', '1200', '630'],
      [{ files: { 'og.png': png } }, '', '', '']
    ]
    for (const [given, ...expected] of cases) {
      const body = await (await open(t, given)).html('/')
      const stated = ['alt', 'width', 'height'].map((name) => metaOf(body, `og:image:${name}`))
      t.same(stated, expected)
    }
  })
  t.test('has another path if name, tagline, accent, logo or font change', async (t) => {
    const changes = [
      {},
      { profile: { name: 'נחת' } },
      { profile: { tagline: undefined } },
      { site: { accent: '#0b6e4f' } },
      { site: { font: 'sans' as const } },
      { profile: logo('/logo.svg', 8, 8), files: { 'logo.svg': squareLogo } }
    ]
    const paths = new Set<string>()
    for (const change of changes) paths.add((await open(t, change)).pictures.socialPath)
    for (const path of paths) t.match(path, /^\/assets\/og\.[\da-f]{10}\.png$/)
    t.equal(paths.size, changes.length)
  })

  t.test('is the og.png of the owner if the site folder has one', async (t) => {
    const app = await open(t, { files: { 'og.png': png }, profile: { name: '東京' }, warn: t.fail })
    t.equal(await socialPath(app), '/og.png')
    t.same((await app.fastify.inject('/og.png')).rawPayload, png)
  })

  t.test('has no text if no font has all characters, which the log reports', async (t) => {
    const warnings: string[] = []
    const warn = (message: string) => void warnings.push(message)
    await open(t, { profile: { name: '東京', tagline: '👋 مرحبا'.repeat(4) }, warn })
    t.match(warnings, [
      /^the social picture has no text, because no font has all its characters: the closest lacks 東 京 👋\. Save /
    ])
    t.notMatch(svgOf('東京'), '<text')
    await open(t, { profile: { name: 'あいうえおかきくけこさ' }, warn })
    t.match(warnings[1], 'あ い う え お か き く け こ and others.')
  })

  t.test('is not drawn again by a reload that does not change it', async (t) => {
    const before = await open(t, {})
    const path = before.pictures.socialPath
    const reload = (given: Given) => open(t, { ...given, pictures: before.pictures })
    t.equal(await (await reload({})).read(path), await before.read(path))
    const changed = await reload({ profile: { name: 'נחת' } })
    t.ok(await changed.read(changed.pictures.socialPath))
    t.equal(await changed.read(path), undefined)
  })

  t.test('is 503 if it cannot be drawn, and drawn again after a minute or a reload', async (t) => {
    const warnings: string[] = []
    const warn = (message: string) => void warnings.push(message)
    const elapse = controlClock(t)
    const name = { name: 'אחר' }
    const failDrawing = loseNode(t)
    const app = await open(t, { profile: name, warn })
    const path = await socialPath(app)
    const statusOf = async (url: string) => (await app.fastify.inject(url)).statusCode
    failDrawing(true)
    const { statusCode, headers, body } = await app.fastify.inject(path)
    t.match({ statusCode, headers }, { statusCode: 503, headers: { 'cache-control': 'no-store' } })
    t.match(JSON.parse(body), { error: { code: 'unavailable' } })
    t.equal(await statusOf('/favicon.ico'), 200, 'the icon before the reload')
    failDrawing(false)
    t.equal(await statusOf(path), 503, 'within the minute')
    const reloaded = await open(t, { profile: name, pictures: app.pictures })
    t.equal((await reloaded.fastify.inject(path)).statusCode, 200)
    elapse(60_000)
    t.equal(await statusOf(path), 200, 'after the minute')
    failDrawing(true)
    const again = await open(t, { profile: name, pictures: reloaded.pictures })
    t.equal((await again.fastify.inject(path)).statusCode, 200, 'a picture that was drawn')
    t.match(warnings, [
      'cannot draw the icons and the social picture (Error: the process that draws failed (ENOENT))'
    ])
    t.equal(warnings.length, 1)
  })

  t.test('is the one before a reload if the new one cannot be drawn, and then the new one', async (t) => {
    const elapse = controlClock(t)
    const failDrawing = loseNode(t)
    const read = async ({ fastify }: Awaited<ReturnType<typeof open>>) => {
      const { statusCode, headers, rawPayload } = await fastify.inject('/icon-512.png')
      t.equal(statusCode, 200)
      return { bytes: rawPayload, caching: headers['cache-control'] }
    }
    const before = await read(await open(t, {}))
    failDrawing(true)
    const app = await open(t, { profile: { name: 'שונה' } })
    t.strictSame(await read(app), { ...before, caching: 'public, max-age=0' })
    failDrawing(false)
    elapse(60_000)
    const after = await read(app)
    t.not(after.bytes.equals(before.bytes), true)
    t.equal(after.caching, 'public, max-age=300')
  })

  t.test('is an error if it is invalid, or if the process that draws is killed or hangs', async (t) => {
    const drawingOf = (svg: string) => new Map([['/a.png', { svg, width: 8, format: 'png' as const }]])
    await t.rejects(draw(drawingOf('<svg')), /SVG data parsing failed/)
    for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
      const drawn = draw(drawingOf(squareLogo), 1000)
      signalDrawing(signal)
      await t.rejects(drawn, { message: 'the process that draws failed (SIGKILL)' })
    }
  })

  t.test('is an error without a file descriptor for the process that draws', async (t) => {
    const module = import.meta.resolve(`../../src/pictures/pictures${extname(import.meta.filename)}`)
    const script = `
      import { closeSync, openSync } from 'node:fs'
      import { draw } from ${JSON.stringify(module)}
      const run = () => draw(new Map([['/a.svg', { svg: '', width: 8, format: 'source' }]])).then(() => 'drawn', String)
      await run()
      const held = []
      try { for (;;) held.push(openSync('/dev/null')) } catch {}
      const failure = await run()
      for (const descriptor of held) closeSync(descriptor)
      console.log(failure, await run())`
    // A file, because the process that draws has the options of its parent, such as --eval.
    const file = join(t.testdir({ 'draw.mjs': script }), 'draw.mjs')
    const args = [process.execPath, ...process.execArgv, file]
    const { stdout } = spawnSync('sh', ['-c', 'ulimit -n 100 && "$0" "$@"', ...args], { timeout: 60_000 })
    t.equal(String(stdout), 'Error: the process that draws failed (EMFILE) drawn\n')
  })
})

/** Sends a signal to the newest child process of this process. */
function signalDrawing(name: NodeJS.Signals) {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
  process.kill(Number(children.trim().split(' ').at(-1)), name)
}

/** Returns a function that lets this process lose the program of Node.js, as an upgrade can, or find it again. */
function loseNode(t: Test) {
  const { execPath } = process
  const set = (isLost: boolean) => {
    process.execPath = isLost ? '/nowhere/node' : execPath
  }
  t.teardown(() => set(false))
  return set
}

/** Returns the social picture of a name as SVG. */
const svgOf = (name: string, look: Partial<Parameters<typeof drawSocialPicture>[0]> = {}) =>
  drawSocialPicture({
    ...{ name, tagline: undefined, direction: 'rtl', logo: undefined, font: 'serif', ...look },
    colours: { accent: '#000000', text: '#ffffff', paper: '#ffffff' }
  }).social.svg

t.test('the text of the social picture', async (t) => {
  t.test('is placed in its direction, with numbers and Latin words from left to right', async (t) => {
    // The override (U+202D) shows characters in the order in which they are written.
    for (const [text, direction, seen] of [
      ['א cd 12!', 'rtl', '!cd 12 א'],
      ['אב (cd), 12', 'rtl', '12 ,(cd) בא'],
      ['אב C#, 12', 'rtl', '12 ,C# בא'],
      ['Ltd א, ב!', 'ltr', 'Ltd ב ,א!'],
      ['Cd & Co.', 'rtl', 'Cd &#38; Co.']
    ] as const) {
      const svg = svgOf(text, { direction })
      const given = svg.replace(/>[\u2066\u2067][^<]*</, `>\u202d${seen}\u202c<`)
      t.not(given, svg)
      t.ok((await render(svg, 600)).equals(await render(given, 600)), text)
    }
  })

  t.test('joins the letters of Arabic words, unless a mark ends the word', async (t) => {
    const drawText = async (text: string) => {
      const svg = svgOf(text)
      t.match(svg, '<text', 'a font has its letters')
      return (await render(svg, 600)).toString('hex')
    }
    const texts = ['باب', 'ب ا ب', 'ب\u200cا\u200cب', 'با\u200cب']
    const [joined, apart, separate, last] = await Promise.all(texts.map(drawText))
    t.ok(joined !== separate && separate !== apart && joined === last, 'an alef joins no letter after it')
  })

  t.test('has one font, which has all its letters', async (t) => {
    for (const [name, font, ...families] of [
      ['Café חם', 'serif', 'Frank Ruhl Libre', 'Assistant'],
      ['Кафе Ω Łódź', 'serif', 'Noto Serif Medium', 'Noto Sans Medium'],
      ['Кафе', 'sans', 'Noto Sans Medium', 'Noto Sans Medium'],
      ['مقهى Café', 'serif', 'Noto Naskh Arabic Medium', 'Noto Naskh Arabic Medium']
    ] as const)
      t.same(svgOf(name, { tagline: name, font }).match(/(?<=font-family=")[^"]*/g), families)
  })

  t.test('is drawn in a font by the name that its file has', async (t) => {
    const svg = (family: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="8" font-family="${family}" font-weight="500">a</text></svg>`
    const families = [
      ...['Frank Ruhl Libre', 'Assistant', 'Noto Serif Medium', 'Noto Sans Medium'],
      'Noto Naskh Arabic Medium'
    ]
    const drawings = await Promise.all(families.map((family) => render(svg(family), 90)))
    t.equal(new Set(drawings.map((bytes) => bytes.toString('hex'))).size, families.length)
  })

  t.test('is broken into lines at spaces, and in a word that is wider than a line', async (t) => {
    const linesOf = (name: string) =>
      Array.from(svgOf(name).matchAll(/[\u2066\u2067]([^<]*)\u2069/g), ([, line]) => line)
    const words = 'aa aa aa aa aa aa aa aa'
    t.strictSame(linesOf(`${words} ${words} aa aa bb`), [words, words, 'aa aa bb'])
    t.strictSame(linesOf(`a ${'b'.repeat(60)}`), [`a ${'b'.repeat(35)}`, 'b'.repeat(25)])
    t.strictSame(linesOf(''), [])
  })

  t.test('becomes smaller the longer it is, and then ends with an ellipsis', async (t) => {
    const sizesOf = (name: string, tagline?: string) =>
      Array.from(svgOf(name, { tagline }).matchAll(/font-size="(\d+)"/g), ([, size]) => Number(size))
    t.strictSame(sizesOf('נחת', 'שקט'), [124, 48])
    t.strictSame(sizesOf('נחת אוטומציות ושלווה '.repeat(5)), [60, 60, 60])
    t.match(svgOf('נחת', { tagline: 'מילה '.repeat(200) }), /…\u2069<\/text>/)
    t.strictSame(sizesOf('Парикмахерская'), [104], 'a word is whole if a smaller size allows it')
    t.notMatch(svgOf('נחת', { tagline: 'מילה' }), '…')
  })

  t.test('is next to the logo, which is in the middle without text', async (t) => {
    const size = { width: 8, height: 8 }
    const circle = { href: 'data:,', ...size, svg: undefined, isAdaptive: false, hasOneColour: false }
    const placesOf = (name: string, direction: 'rtl' | 'ltr') =>
      /<image href="data:," x="(\d+)" y="(\d+)"/
        .exec(svgOf(name, { direction, logo: circle }))
        ?.slice(1)
        .map(Number)
    t.strictSame(placesOf('Piano', 'ltr'), [88, 88])
    t.strictSame(placesOf('נחת', 'rtl'), [992, 88])
    t.strictSame(placesOf('東京', 'ltr'), [480, 195])
  })

  t.test('has no invisible characters, and is escaped', async (t) => {
    t.match(svgOf('a\u200f & <b>', { direction: 'ltr' }), '>\u2066a &#38; &#60;b&#62;\u2069</text>')
  })
})

t.test('the icons', async (t) => {
  const paths = ['/favicon.ico', '/apple-touch-icon.png', '/icon-512.png', '/favicon.svg']
  const sizes = { '/favicon.ico': 32, '/apple-touch-icon.png': 180, '/icon-512.png': 512 }

  t.test('show the first letter of the name if the business has no logo', async (t) => {
    const { fastify, html } = await open(t, {})
    for (const [path, size] of Object.entries(sizes)) {
      const { width, height } = imageSize((await fastify.inject(path)).rawPayload)
      t.same([width, height], [size, size], path)
    }
    t.equal((await fastify.inject('/favicon.ico')).headers['content-type'], 'image/vnd.microsoft.icon')
    t.match((await fastify.inject('/favicon.svg')).headers['content-type'], 'image/svg+xml')
    const letter = /<path [^>]*fill="#2337c6".*<path [^>]*fill="#fff9ee"/s
    t.match(await html('/favicon.svg'), letter, 'a letter as a shape')
    for (const path of ['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png'])
      t.match(await html('/'), `href="${path}"`)
    t.match(JSON.parse(await html('/site.webmanifest')), {
      ...{ name: 'נחת אוטומציות', dir: 'rtl', lang: 'he' },
      theme_color: '#2337c6',
      icons: [{ src: '/favicon.svg' }, { src: '/icon-512.png' }]
    })
  })

  t.test('differ by letter, also in Latin, and have none that the font lacks', async (t) => {
    const icons = new Set<string>()
    for (const name of ['שלום', '“Piano”', '東京', '!?'])
      icons.add(await (await open(t, { profile: { name } })).html('/favicon.svg'))
    t.equal(icons.size, 3)
  })

  t.test('show a logo that is about square', async (t) => {
    const files = { 'ליאור/logo.svg': squareLogo }
    const profile = logo(`/${encodeURIComponent('ליאור')}/logo.svg`, 8, 8)
    const { read, html } = await open(t, { profile, files })
    t.equal(await html('/favicon.svg'), squareLogo)
    const letters = new Map(drawn.list())
    for (const path of paths) {
      const body = await letters.get(path)?.read()
      t.notSame(await read(path), body && 'content' in body && body.content, path)
    }
  })

  t.test('show a logo that is a bitmap, so the site has no favicon.svg', async (t) => {
    const given = { profile: logo('/logo.png', 512, 512), files: { 'logo.png': png } }
    const { read, html } = await open(t, given)
    t.equal(await read('/favicon.svg'), undefined)
    t.ok(await read('/favicon.ico'))
    t.notMatch(await html('/'), '/favicon.svg')
  })

  t.test('show a letter if the logo is wide, too large, missing or AVIF', async (t) => {
    const readIcon = async (given: Given) => (await open(t, given)).read('/icon-512.png')
    const letter = await readIcon({})
    t.ok(letter)
    const cases: Given[] = [
      { profile: logo('/logo.svg', 32, 8), files: { 'logo.svg': squareLogo } },
      { profile: logo('/logo.svg', 8, 8), files: { 'logo.svg': squareLogo + ' '.repeat(500_000) } },
      { profile: logo('/logo.png', 2001, 2000), files: { 'logo.png': png } },
      { profile: logo('/logo.avif', 8, 8), files: { 'logo.avif': Buffer.from([0, 0, 0, 0x20, 0xff]) } },
      { profile: logo('/logo.svg', 8, 8) }
    ]
    for (const given of cases) t.same(await readIcon(given), letter)
  })

  t.test('are the files of the owner, and the others are drawn from a favicon.svg', async (t) => {
    const letter = await (await open(t, {})).read('/favicon.ico')
    const app = await open(t, { files: { 'favicon.svg': squareLogo, 'icon-512.png': png } })
    const bytesOf = async (path: string) => (await app.fastify.inject(path)).rawPayload
    t.same(await bytesOf('/favicon.svg'), Buffer.from(squareLogo))
    t.same(await bytesOf('/icon-512.png'), png)
    t.notSame(await bytesOf('/favicon.ico'), letter)
    const names = [...paths, '/og.png'].map((path) => path.slice(1))
    const whole = await open(t, { files: Object.fromEntries(names.map((name) => [name, png])) })
    t.same((await whole.fastify.inject('/favicon.ico')).rawPayload, png)
    t.same(whole.pictures.list(), [], 'none is drawn')
  })
})

t.test('the logo', async (t) => {
  const imagesOf = async (given: Given) =>
    (await (await open(t, given)).html('/')).match(/<img class="logo[^>]*>/g) ?? []

  t.test('is in header and footer, next to the name, with its size', async (t) => {
    const given = { profile: logo('/logo.svg', 8, 8), files: { 'logo.svg': squareLogo } }
    const { html } = await open(t, given)
    t.match(await html('/about/'), /<img class="logo on-light"[^>]* alt="עיגול"/, 'with its description')
    const images = await imagesOf(given)
    t.equal(images.length, 2)
    for (const image of images)
      t.match(image, /^<img class="logo on-light" src="\/logo\.svg" alt(="")? width="8" height="8"/)
  })

  t.test('can have any colour if it is a drawing in one colour', async (t) => {
    const classesOf = async (svg: string) => {
      const [image] = await imagesOf({ profile: logo('/logo.svg', 8, 8), files: { 'logo.svg': svg } })
      return /class="([^"]*)/.exec(`${image}`)?.[1]
    }
    const draw = (shapes: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${shapes}</svg>`
    const line = '<path d="M0 0h8" fill="none" stroke="#123"/>'
    const dark = '<style>path{stroke:#123}@media (prefers-color-scheme:dark){path{stroke:#abc}}</style>'
    t.equal(await classesOf(draw(line)), 'logo on-light one-colour')
    t.equal(await classesOf(draw(dark + line)), 'logo one-colour', 'it has colours for dark pages')
    t.equal(await classesOf(draw(`${line}<circle r="4" fill="#456"/>`)), 'logo on-light')
    t.equal(await classesOf(draw(`${line}<circle r="4"/>`)), 'logo on-light', 'the circle is black')
    t.equal(await classesOf(draw(`${line}<image href="data:,"/>`)), 'logo on-light')
  })

  t.test('may have a file name that is not UTF-8 when decoded', async (t) => {
    const files = { '%FF.svg': squareLogo }
    const { html } = await open(t, { profile: logo('/%FF.svg', 8, 8), files })
    t.match(await html('/'), `${baseUrl}/%FF.svg`)
  })
})

t.test('the browser has the colour of the header', async (t) => {
  const colours = async (path: string, site = {}) => {
    const body = await (await open(t, { site })).html(path)
    return Array.from(body.matchAll(/name="theme-color" content="([^"]*)"/g), ([, colour]) => colour)
  }
  t.strictSame(await colours('/'), ['#2337c6', '#2638b8'])
  t.strictSame(await colours('/', { accent: '#0b6e4f' }), ['#0b6e4f', '#0b6e4f'])
  t.strictSame(await colours('/about/', { accent: '#0b6e4f' }), ['#faf7f2', '#16140f'])
})
