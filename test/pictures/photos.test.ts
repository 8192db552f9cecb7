import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { type Test, t } from 'tap'
import { coverMetadata, findMetadata } from '../../src/base/image-metadata.ts'
import { encodePath } from '../../src/base/url-path.ts'
import { Photos } from '../../src/pictures/photos.ts'
import { resizePhoto } from '../../src/pictures/resize-photo.ts'
import { baseUrl, buildWhole, facts, listen } from '../helper.ts'
import { folder } from '../site/folder.ts'

const secret = 'SECRET-CAMERA'

interface Look {
  width?: number
  height?: number
  orientation?: number
}

/** Returns a picture of gradients and noise with everything that cameras and programs add. */
function photo({ width = 1200, height = 900, orientation = 1 }: Look = {}) {
  const shapes = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30" width="${width}" height="${height}" preserveAspectRatio="none"><linearGradient id="a" x2="1" y2="1"><stop stop-color="#c63"/><stop offset="1" stop-color="#036"/></linearGradient><path fill="url(#a)" d="M0 0h40v30H0z"/><circle cx="12" cy="14" r="8" fill="#483"/></svg>`
  const noise = { type: 'gaussian', mean: 128, sigma: 6 } as const
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .composite([{ input: Buffer.from(shapes), blend: 'overlay' }])
    .withExif({
      IFD0: { Make: secret, Orientation: `${orientation}` },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '32/1 4/1 30/1' }
    })
    .withMetadata({ orientation })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${secret}</x:xmpmeta>`)
    .withIccProfile('p3')
}

interface Given {
  files: Record<string, string | Buffer>
  /** The images of the profile, by path. */
  gallery: { path: string; width: number; height: number }[]
  warn?: (message: string) => void
  siteDir?: string
  isExport?: boolean
  pictures?: Awaited<ReturnType<typeof buildWhole>>['site']['pictures']
}

/** Opens the site of a business with a gallery, without icons to draw. */
async function open(t: Test, { files, gallery, siteDir = folder(t, files), ...options }: Given) {
  const business = await facts()
  const people = gallery.map(({ path, ...size }) => ({
    name: path,
    image: { src: baseUrl + encodePath(path), alt: 'תמונה', ...size }
  }))
  return buildWhole(
    t,
    { ...options, business: { ...business, profile: { ...business.profile, people } } },
    { siteDir }
  )
}

type App = Awaited<ReturnType<typeof open>>

const sourcesOf = async ({ fastify }: App, page = '/about/') =>
  Array.from(
    (await fastify.inject(page)).body.matchAll(/<source type="([^"]*)" srcset="([^"]*)"/g),
    (match) => ({
      type: match[1],
      sizes: `${match[2]}`.split(', ').map((candidate) => candidate.split(' '))
    })
  )

const read = async ({ fastify }: App, path = '') => {
  const { statusCode, headers, rawPayload } = await fastify.inject(path)
  return { statusCode, headers, bytes: rawPayload }
}

const metadataOf = async (bytes: Buffer) => {
  const { format, width, height, orientation, exif, xmp, icc } = await sharp(bytes).metadata()
  return { format, width, height, orientation, exif: exif?.length, xmp, hasProfile: icc !== undefined }
}

t.test('photos', async (t) => {
  const jpeg = await photo({ orientation: 6 }).jpeg().toBuffer()
  const png = await photo({ width: 600, height: 420 }).png().toBuffer()
  const files = {
    'a/חדר ב.jpg': jpeg,
    'small.png': png,
    'icon.png': await sharp(png).resize(200).png().toBuffer()
  }
  const gallery = [
    { path: '/a/חדר ב.jpg', width: 900, height: 1200 },
    { path: '/small.png', width: 600, height: 420 },
    { path: '/icon.png', width: 200, height: 140 }
  ]

  t.test('are in pages in several sizes, with the original for other browsers', async (t) => {
    const app = await open(t, { files, gallery })
    const { body } = await app.fastify.inject('/about/')
    const [first = '', second = '', third = ''] =
      body.match(/<li><a[^>]*>(?:<picture>.*?<\/picture>|<img[^>]*>)/gs) ?? []
    t.match(
      first,
      /^<li><a href="\/a\/%D7%97%D7%93%D7%A8%20%D7%91.jpg"><picture><source type="image\/webp" srcset="\/assets\/photos\/%D7%97%D7%93%D7%A8%20%D7%91\.[0-9a-f]{12}\.480\.webp 480w, [^ ]*900\.webp 900w" sizes="[^"]+"\/?><img src="\/a\/%D7%97%D7%93%D7%A8%20%D7%91.jpg" alt="תמונה" width="900" height="1200" loading="lazy"\/?><\/picture>$/
    )
    t.match(second, /480w, [^ ]* 600w"/)
    t.notMatch(third, '<picture')
    const { body: markdown } = await app.fastify.inject('/about.md')
    t.match(markdown, '![תמונה](https://nahat.example/small.png)')
    t.notMatch(markdown, '/assets/photos')
  })

  t.test('are sent as they are without their metadata until their sizes are ready', async (t) => {
    const app = await open(t, { files, gallery })
    const [{ sizes: [[path] = []] = [] } = {}] = await sourcesOf(app)
    const before = await read(app, path)
    t.match(before, {
      statusCode: 200,
      headers: { 'content-type': 'image/jpeg', 'cache-control': 'no-cache' }
    })
    t.match(await metadataOf(before.bytes), { format: 'jpeg', width: 1200, orientation: 6, hasProfile: true })
    t.notOk(before.bytes.includes(secret))
    await app.preparePhotos()
    const after = await read(app, path)
    t.match(after, {
      statusCode: 200,
      headers: { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }
    })
    t.strictSame(await metadataOf(after.bytes), {
      format: 'webp',
      width: 480,
      height: 640,
      orientation: undefined,
      exif: undefined,
      xmp: undefined,
      hasProfile: false
    })
  })

  t.test('keep their sizes on a reload, and changed photos get others', async (t) => {
    const siteDir = folder(t, files)
    const app = await open(t, { files, gallery, siteDir })
    await app.preparePhotos()
    writeFileSync(join(siteDir, 'small.png'), await photo({ width: 600, height: 420 }).png().toBuffer())
    const reloaded = await open(t, { files, gallery, siteDir, pictures: app.site.pictures })
    const [before, after] = [await sourcesOf(app), await sourcesOf(reloaded)]
    t.strictSame(after[0], before[0])
    t.notSame(after[1], before[1])
    const typeOf = async (source = before[0]) =>
      (await read(reloaded, source?.sizes[0]?.[0])).headers['content-type']
    t.equal(await typeOf(after[0]), 'image/webp')
    t.equal(await typeOf(after[1]), 'image/png')
    const closed = await open(t, { files, gallery, siteDir, pictures: app.site.pictures })
    await closed.close()
    await closed.preparePhotos()
    t.equal(await typeOf(after[1]), 'image/png', 'an app that is closed makes none')
    await reloaded.preparePhotos()
    t.equal(await typeOf(after[1]), 'image/webp')
    t.equal((await read(reloaded, before[1]?.sizes[0]?.[0])).statusCode, 404)
  })

  t.test('are written next to their files, which the server sends', async (t) => {
    const others = {
      'old.0123456789ab.480.webp': 'a file of the owner',
      'rest.00000000f3a1.480.webp': 'another'
    }
    const siteDir = folder(t, { ...files, ...others })
    const lines: string[] = []
    const write = async (paths = gallery) => {
      lines.length = 0
      const app = await open(t, { files, gallery: paths, siteDir })
      await app.site.pictures.photos.write((line) => lines.push(line))
      return lines.map((line) => line.replaceAll(`${siteDir}`, 'site'))
    }
    t.strictSame(await write(), [
      'site/a/חדר ב.jpg: 4 sizes written',
      'site/small.png: 4 sizes written',
      'site: 8 sizes of photos written, 0 up to date, 0 deleted'
    ])
    t.strictSame(await write(), ['site: 0 sizes of photos written, 8 up to date, 0 deleted'])
    const app = await open(t, { files, gallery, siteDir })
    const [first] = await sourcesOf(app)
    t.equal(first?.type, 'image/avif')
    const [path = ''] = first?.sizes[1] ?? []
    t.match(decodeURI(path), /^\/a\/חדר ב\.[0-9a-f]{12}\.900\.avif$/)
    const { headers, bytes } = await read(app, path)
    t.match(headers, { 'content-type': 'image/avif', 'cache-control': 'no-cache' })
    t.match(await metadataOf(bytes), { format: 'heif', width: 900, height: 1200, exif: undefined })
    await app.preparePhotos()
    t.notOk(app.site.context.resources.listPaths().some((path) => path.startsWith('/assets/photos/')))
    const last = await write(gallery.slice(1))
    t.equal(last.length, 5)
    t.match(last[0], /^site\/a\/חדר ב\.\w{12}\.480\.avif: deleted, because its photo has changed or is gone$/)
    t.equal(last.at(-1), 'site: 0 sizes of photos written, 4 up to date, 4 deleted')
    t.strictSame(
      readdirSync(siteDir).filter((name) => name in others),
      Object.keys(others)
    )
    t.strictSame(readdirSync(join(siteDir, 'a')), ['חדר ב.jpg'])
  })

  t.test('leave no part of a file that cannot be written', async (t) => {
    const app = await open(t, { files, gallery: gallery.slice(1, 2) })
    const { siteDir } = app.site
    const [{ sizes: [[path = ''] = []] = [] } = {}] = await sourcesOf(app)
    const file = join(siteDir, basename(path))
    mkdirSync(file)
    await t.rejects(
      app.site.pictures.photos.write(() => {}),
      {
        message: `${file}: cannot be written (EISDIR). Make room on its disk, or allow your user to write into its folder. Then run business-facts photos again.`
      }
    )
    t.strictSame(
      readdirSync(siteDir).filter((name) => name.startsWith('.')),
      []
    )
  })

  t.test('exist in an export only in the sizes that could be made', async (t) => {
    const broken = { ...files, 'small.png': png.subarray(0, 90_000) }
    const app = await open(t, { files: broken, gallery, isExport: true, warn: () => {} })
    const [first, second] = await sourcesOf(app)
    await app.preparePhotos()
    t.equal((await read(app, first?.sizes[0]?.[0])).headers['content-type'], 'image/webp')
    t.equal((await read(app, second?.sizes[0]?.[0])).statusCode, 404)
    const again = await open(t, { files, gallery, isExport: true })
    await again.preparePhotos()
    const [bytes, same] = [await read(app, first?.sizes[0]?.[0]), await read(again, first?.sizes[0]?.[0])]
    t.ok(bytes.bytes.equals(same.bytes), 'the same photo has the same bytes')
  })

  t.test('are sent as they are if the memory for sizes is full', async (t) => {
    const app = await open(t, { files, gallery })
    const warnings: string[] = []
    const { folder: inputs, siteDir } = app.site
    const warn = (message: string) => warnings.push(message)
    const business = app.site.context.business
    const given = { ...inputs, siteDir, warn, isExport: false }
    const photos = await Photos.open(business, given, undefined, 1)
    await photos.prepare(() => false)
    const bodies = photos.list().map(async ([, resource]) => resource.read())
    const isHeld = (await Promise.all(bodies)).map(
      (body) => body && 'headers' in body && 'content-type' in body.headers
    )
    t.strictSame(new Set(isHeld), new Set([false]))
    t.match(warnings, [/^the sizes of all photos have more than 8 MB.*business-facts photos/])
  })
})

t.test('a photo that cannot be resized', async (t) => {
  const whole = await photo().jpeg().toBuffer()
  const frames = await sharp([await photo().png().toBuffer(), await photo().negate().png().toBuffer()], {
    join: { animated: true }
  })
    .webp({ effort: 0 })
    .toBuffer()
  const size = { width: 1200, height: 900 }

  t.test('costs a warning, and is sent as it is', async (t) => {
    const warnings: string[] = []
    const files = {
      'truncated.jpg': whole.subarray(0, 60_000),
      'text.jpg': 'a text with another name',
      'bomb.png': bomb(30_000)
    }
    const app = await open(t, {
      files,
      gallery: Object.keys(files).map((name) => ({ path: `/${name}`, ...size })),
      warn: (message) => warnings.push(message)
    })
    const paths = (await sourcesOf(app)).map(({ sizes }) => sizes[0]?.[0])
    t.equal(paths.length, 3)
    await app.preparePhotos()
    t.strictSame(
      warnings.map(
        (line) => /\/([^/]+), so it is sent as it is \(.+\)\. Save it again as JPEG/.exec(line)?.[1]
      ),
      Object.keys(files)
    )
    for (const path of paths) t.equal((await read(app, path)).statusCode, 200)
    t.equal((await read(app, paths[1])).bytes.toString(), files['text.jpg'])
    app.cache.clear()
    t.strictSame(await sourcesOf(app), [], 'pages name no sizes of it any more')
  })

  t.test('costs no warning if it moves', async (t) => {
    const app = await open(t, {
      files: { 'moving.webp': frames },
      gallery: [{ path: '/moving.webp', width: 1200, height: 900 }]
    })
    t.strictSame(await sourcesOf(app), [])
    t.equal((await sharp((await read(app, '/moving.webp')).bytes).metadata()).pages, 2)
  })

  t.test('may have any colours and depth', async (t) => {
    const strange = {
      cmyk: photo().toColourspace('cmyk').jpeg(),
      deep: photo().toColourspace('rgb16').png(),
      palette: photo().ensureAlpha(0.5).png({ palette: true }),
      grey: photo().greyscale().webp()
    }
    for (const [name, image] of Object.entries(strange)) {
      const siteDir = folder(t, { [name]: await image.toBuffer() })
      const sizes = new Map([['/480', { width: 480, format: 'webp' as const }]])
      const made = await resizePhoto({ file: join(siteDir, name), sizes })
      t.match(await metadataOf(Buffer.from(made.get('/480') ?? [])), { width: 480, exif: undefined }, name)
    }
  })
})

t.test('a photo of any orientation and colour space is turned, and keeps its colours in sRGB', async (t) => {
  const square = (colour: string, left: number, top: number) => ({
    input: { create: { width: 30, height: 20, channels: 3 as const, background: colour } },
    ...{ left, top }
  })
  const corners = ['#c84', '#0a0', '#00c', '#fff'].map((colour, index) =>
    square(colour, 30 * (index % 2), 20 * Math.floor(index / 2))
  )
  const plain = sharp({ create: { width: 60, height: 40, channels: 3, background: '#000' } })
  const bytes = await plain.composite(corners).png().toBuffer()
  // The corner of the file that is shown at the top left (EXIF 2.32, tag 0x0112).
  const shown = [0, 1, 3, 2, 0, 2, 3, 1].map((corner) => [0xcc8844, 0x00aa00, 0x0000cc, 0xffffff][corner])
  for (const [index, colour = 0] of shown.entries()) {
    const orientation = index + 1
    const file = await sharp(bytes).withMetadata({ orientation }).withIccProfile('p3').png().toBuffer()
    const sizes = new Map([['/30', { width: 30, format: 'webp' as const }]])
    const made = await resizePhoto({ file: join(folder(t, { photo: file }), 'photo'), sizes })
    const { data, info } = await sharp(made.get('/30')).raw().toBuffer({ resolveWithObject: true })
    t.equal(info.height, orientation < 5 ? 20 : 45, `${orientation}`)
    const pixel = (3 * info.width + 3) * info.channels
    for (const [channel, shift] of [16, 8, 0].entries()) {
      const difference = Math.abs(Number(data[pixel + channel]) - ((colour >> shift) & 255))
      t.ok(difference <= 12, `${orientation}: ${difference}`)
    }
  }
})

/** Returns a PNG whose header has this many pixels each way, and that has no contents. */
function bomb(pixels: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(typed))
    return Buffer.concat([length, typed, check])
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  header.writeUInt32BE(pixels, 0)
  header.writeUInt32BE(pixels, 4)
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    start,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync('')),
    chunk('IEND', Buffer.alloc(0))
  ])
}

/** Returns a file without its metadata, in parts as a stream has them. */
async function strip(file: Buffer) {
  const masks = await findMetadata(
    async (at, length) => Buffer.from(file.subarray(at, at + length)),
    file.length
  )
  const bytes = Buffer.from(file)
  for (let at = 0; at < bytes.length; at += 1000) coverMetadata(bytes.subarray(at, at + 1000), at, masks)
  return bytes
}

t.test('the metadata of a photo', async (t) => {
  for (const format of ['jpeg', 'png', 'webp'] as const)
    t.test(`is no part of a ${format}, except its colours and orientation`, async (t) => {
      for (const orientation of [1, 6]) {
        const file = await photo({ width: 300, height: 200, orientation })
          .toFormat(format, { progressive: true })
          .toBuffer()
        const tail = Buffer.from(`\xff\xd8\xff\xe1\x00\x10 a film of ${secret}`, 'latin1')
        const given = Buffer.concat([file, tail])
        t.ok(given.includes(secret))
        const bytes = await strip(given)
        t.equal(bytes.length, given.length)
        t.notOk(bytes.includes(secret))
        const { exif, ...metadata } = await metadataOf(bytes)
        t.match(metadata, { format, width: 300, hasProfile: true, xmp: undefined })
        t.equal(metadata.orientation ?? 1, orientation)
        t.equal(exif !== undefined, orientation === 6)
        t.ok(
          (await sharp(bytes).raw().toBuffer()).equals(await sharp(file).raw().toBuffer()),
          'has the same pixels'
        )
      }
    })

  t.test('is covered after a scan that is longer than a part of the file', async (t) => {
    const file = await photo().jpeg({ quality: 100 }).toBuffer()
    t.ok(file.length > 200_000)
    const tail = Buffer.from(`\xff\xd8\xff\xe1\x00\x10 a film of ${secret}`, 'latin1')
    t.notOk((await strip(Buffer.concat([file, tail]))).includes(secret))
  })

  t.test('is covered in texts and comments of other programs too', async (t) => {
    const plain = await sharp(await photo({ width: 8, height: 8 }).png().toBuffer())
      .jpeg()
      .toBuffer()
    const insert = (segment: string) =>
      Buffer.concat([plain.subarray(0, 2), Buffer.from(segment, 'latin1'), plain.subarray(2)])
    for (const marker of ['\xfe', '\xed', '\xef', '\xe2']) {
      const bytes = await strip(insert(`\xff\xff${marker}\x00\x0f${secret}`))
      t.notOk(bytes.includes(secret))
      t.match(await metadataOf(bytes), { format: 'jpeg', width: 8 })
    }
  })

  t.test('is searched in any bytes without an error', async (t) => {
    const given = await Promise.all(
      (['jpeg', 'png', 'webp'] as const).map((format) =>
        photo({ width: 40, height: 30, orientation: 6 }).toFormat(format).toBuffer()
      )
    )
    for (const file of given) {
      for (let length = 0; length < Math.min(file.length, 900); length += 1)
        await strip(file.subarray(0, length))
      for (let at = 12; at < Math.min(file.length, 900); at += 1) {
        const changed = Buffer.from(file)
        changed[at] = 255 - (changed[at] ?? 0)
        t.equal((await strip(changed)).length, file.length)
      }
    }
  })

  t.test('is in no range of its file, and in no other response', async (t) => {
    const file = await photo({ orientation: 6 }).jpeg().toBuffer()
    const text = `GPS ${secret}`
    const og = await photo().png().toBuffer()
    const siteDir = folder(t, {
      'a.jpg': file,
      'a.jfif': file,
      'a.avif': file,
      'notes.pdf': text,
      'og.png': og
    })
    const app = await open(t, { files: {}, gallery: [], siteDir })
    const origin = await listen(t, app.listener)
    const whole = Buffer.from(await (await fetch(`${origin}/a.jpg`)).arrayBuffer())
    t.equal(whole.length, file.length)
    t.notOk(whole.includes(secret))
    for (const [start, end] of [
      [0, 99],
      [40, 300],
      [200, 40_000]
    ] as const) {
      const response = await fetch(`${origin}/a.jpg`, { headers: { range: `bytes=${start}-${end}` } })
      t.equal(response.status, 206)
      t.ok(Buffer.from(await response.arrayBuffer()).equals(whole.subarray(start, end + 1)))
    }
    for (const path of ['/og.png', '/a.jfif', '/a.avif'])
      t.notOk((await read(app, path)).bytes.includes(secret), path)
    t.equal((await read(app, '/notes.pdf')).bytes.toString(), text, 'another file is sent byte for byte')
    t.ok(readFileSync(join(siteDir, 'a.jpg')).equals(file), 'the file itself stays')
    writeFileSync(join(siteDir, 'a.jpg'), file.subarray(0, -2))
    t.equal((await read(app, '/a.jpg')).bytes.length, file.length - 2, 'a changed file is read again')
    const { mtime } = statSync(join(siteDir, 'a.jfif'))
    const moved = Buffer.concat([
      file.subarray(0, 2),
      Buffer.from('fffe0006414141ff', 'hex'),
      file.subarray(2, -8)
    ])
    writeFileSync(join(siteDir, 'a.jfif'), moved)
    utimesSync(join(siteDir, 'a.jfif'), mtime, mtime)
    t.notOk((await read(app, '/a.jfif')).bytes.includes(secret), 'so is one with the same size and time')
  })
})
