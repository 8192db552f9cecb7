import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import t, { type Test } from 'tap'
import { readBusiness, readBusinessInThread } from '../../../src/business/loading/load.ts'
import { baseUrl, facts, folderWith, warningsOf, words } from '../../helper.ts'
import { avif, gif, jpeg, png, webp } from '../image-files.ts'
import { shopProblems, shopWith } from '../shop.ts'

/** Writes files to a new site folder. */
function siteWith(t: Test, files: Record<string, string | Buffer>): string {
  const inSite = Object.entries(files).map(([name, contents]) => [`site/${name}`, contents])
  return join(folderWith(t, Object.fromEntries(inSite)), 'site')
}

const logo = (src: string, rest: object = {}) => ({ 'profile#/logo': { src, alt: 'Logo', ...rest } })

t.test('the images of the data', async (t) => {
  t.test('get a URL and the size of their file, wherever they are', async (t) => {
    const siteDir = siteWith(t, { 'logo.png': png(64, 32), 'images/תמונה 1.jpg': jpeg(400, 300) })
    const alt = 'A picture'
    const dataDir = shopWith(t, {
      'profile#/logo': { src: '/logo.png', alt, width: 64, height: 32 },
      'profile#/image': { src: '/images/תמונה%201.jpg', alt },
      'profile#/people': [{ name: 'Noa' }, { name: 'Dan', image: { src: '/logo.png', alt } }],
      'services#/examples/1/image': { src: '/logo.png', alt }
    })
    const { profile, catalog } = await facts(dataDir, undefined, baseUrl, siteDir)
    const picture = { src: `${baseUrl}/logo.png`, alt, width: 64, height: 32 }
    t.same(profile.logo, picture)
    const src = `${baseUrl}/images/%D7%AA%D7%9E%D7%95%D7%A0%D7%94%201.jpg`
    t.same(profile.image, { src, alt, width: 400, height: 300 })
    t.same(profile.people, [{ name: 'Noa' }, { name: 'Dan', image: picture }])
    const images = catalog.services.map(({ image }) => image)
    t.same(images, [undefined, picture, undefined])
  })

  const svgNamespace = 'http://www.w3.org/2000/svg'
  const svg = (attributes: string) => `<svg xmlns="${svgNamespace}" ${attributes}><path/></svg>`
  const sizes: [name: string, contents: string | Buffer, width: number, height: number][] = [
    ['a.png', png(640, 480), 640, 480],
    ['a.gif', gif(20, 10), 20, 10],
    ['a.webp', webp(1200, 800), 1200, 800],
    ['a.avif', avif(30, 40), 30, 40],
    ['a.jpg', jpeg(400, 300), 400, 300],
    ['turned.jpg', jpeg(400, 300, 6), 300, 400],
    ['much-colour-data.jpg', jpeg(400, 300, 1, 300_000), 400, 300],
    ['pixels.svg', svg('width="30px" height="20.4"'), 30, 20],
    ['view-box.svg', svg('viewBox="0 0 24 12"'), 24, 12],
    ['percent.svg', svg('width="100%" height="100%" viewBox="0,0,24,12"'), 24, 12],
    ['width.svg', svg('width="48" viewBox="-5 -5 24 12"'), 48, 24],
    ['height.svg', svg('height="48" viewBox="0 0 24 12"'), 96, 48],
    ['tiny.svg', svg('viewBox="0 0 .2 .1"'), 1, 1],
    ['prefix.svg', `<s:svg xmlns:s="${svgNamespace}" viewBox="0 0 7 5"><s:g/></s:svg>`, 7, 5],
    ['empty.svg', `<svg xmlns="${svgNamespace}" viewBox="0 0 7 5" />`, 7, 5],
    ['entity.svg', '<svg xmlns="&ns_svg;" viewBox="0 0 7 5"></svg>', 7, 5],
    ['long.svg', svg('viewBox="0 0 7 5"').replace('<path/>', '<path/>'.repeat(80_000)), 7, 5],
    [
      'prolog.svg',
      `\ufeff<?xml version="1.0"?>\n<!-- <svg> ${'a long licence '.repeat(200)} -->\n${svg('viewBox="0 0 7 5"')}`,
      7,
      5
    ]
  ]
  t.test('have the size of their file in every format', async (t) => {
    for (const [name, contents, width, height] of sizes) {
      const siteDir = siteWith(t, { [name]: contents })
      const business = await facts(shopWith(t, logo(`/${name}`)), undefined, baseUrl, siteDir)
      t.match(business.profile.logo, { width, height }, name)
    }
  })
})

t.test('a server leaves out the images that have no file', async (t) => {
  const siteDir = siteWith(t, { 'logo.png': png(64, 32), 'notes.txt': 'no image' })
  const alt = 'A picture'
  const people = [{ name: 'Anna', image: { src: '/anna.png', alt } }, { name: 'Ben' }]
  const edits = {
    'profile#/people': people,
    'profile#/image': { src: '/shop.png', alt },
    ...logo('/logo.png')
  }
  const dataDir = shopWith(t, edits)
  const settings = { dataDir, baseUrl, siteDir, omitsMissingImages: true }
  for (const read of [readBusiness, readBusinessInThread]) {
    const warnings: string[] = []
    const { profile } = await read(settings, (line) => warnings.push(line))
    t.match(profile.logo, { width: 64 })
    t.same([profile.image, profile.people], [undefined, [{ name: 'Anna' }, { name: 'Ben' }]])
    t.match(warnings, [
      /\/people\/0\/image\/src: names .*anna\.png, which does not exist, so the image is left out/,
      /profile\.json:\d+:\d+ \/image\/src: names .*shop\.png, which does not exist, so the image is left out, got "\/shop\.png"/
    ])
  }
  const other = { ...settings, dataDir: shopWith(t, { ...edits, ...logo('/notes.txt') }) }
  await t.rejects(
    readBusiness(other),
    /^[^\n]*\/logo\/src: names [^\n]*notes\.txt, which is not an image[^\n]*$/
  )
})

const noSize = 'is not an SVG image with a viewBox, or with a width and a height in pixels'
const copy = 'Copy the image into the site folder and write its path there, such as "/images/workshop.jpg".'

t.test('the check of the images', async (t) => {
  const siteDir = siteWith(t, {
    'logo.png': png(64, 32),
    'images/Workshop.JPG': jpeg(400, 300),
    'images/two words.png': png(1, 1),
    'images/cover.png': png(1, 1),
    'images/cover.webp': png(1, 1),
    'images/a cost$&.png': png(1, 1),
    'notes.txt': 'An image is missing.',
    'cut.png': png(64, 32).subarray(0, 20),
    'phone.heic': avif(30, 40, 'heic'),
    'page.html': '<html><svg viewBox="0 0 1 1"/></html>',
    'no-size.svg': '<svg width="100%"/>',
    'no-root.svg': '<!-- <svg> -->',
    'zero.svg': '<svg width="0" height="0" viewBox="0 0 0 0"/>',
    'copied.svg': '<svg viewBox="0 0 1 1"></svg>',
    'secure.svg': '<s:svg xmlns:s="https://www.w3.org/2000/svg" viewBox="0 0 1 1"></s:svg>',
    'cut.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path/>',
    '../secret.png': png(1, 1)
  })
  mkdirSync(join(siteDir, 'folder.png'))
  execFileSync('mkfifo', [join(siteDir, 'pipe.png')])
  symlinkSync('../secret.png', join(siteDir, 'outside.png'))
  symlinkSync('logo.png', join(siteDir, 'inside.png'))
  symlinkSync('nowhere.png', join(siteDir, 'dangling.png'))

  const missing = 'names SITEPATH, which does not exist, got "PATH".'
  const isWrong = (problem: string) => `names SITEPATH, which ${problem}, got "PATH".`
  const isHidden = (problem: string) => isWrong(`browsers do not show, because it ${problem}`)
  const otherNamespace = 'is not in the namespace of SVG'
  const noPath = 'must be the path of an image in the site folder, such as /images/workshop.jpg, got "PATH".'
  const save = 'Save it as PNG, JPEG, GIF, WebP, AVIF or SVG.'

  /** The paths by their problem. */
  const rejected: Record<string, string[]> = {
    [`${missing} Save the image as SITEPATH.`]: words(
      '/none.gif /img/a.png /logo.png/a.png /images/cellar.png /dangling.png'
    ),
    // Another case, a similar name, and a path from the folder of the project.
    [`${missing} Did you mean "/images/Workshop.JPG"?`]: ['/images/workshop.jpg'],
    [`${missing} Did you mean "/images/two%20words.png"?`]: ['/images/two-words.png'],
    [`${missing} Did you mean "/images/cover.png"?`]: ['/images/cover.PNG'],
    [`${missing} Did you mean "/images/a%20cost$&.png"?`]: ['/images/a-cost$.png'],
    [`${missing} Did you mean "/logo.png"? The path begins in the folder SITE.`]: [
      `/${basename(siteDir)}/logo.png`
    ],
    [`${isWrong('is not an image')} ${save}`]: ['/notes.txt', '/cut.png'],
    [`${isWrong('has the format HEIC')} ${save}`]: ['/phone.heic'],
    [`${isWrong(noSize)} ${save}`]: words('/page.html /no-size.svg /no-root.svg /zero.svg'),
    [`${isWrong('is not a regular file')} Replace it with a file that the server can read.`]: [
      '/folder.png',
      '/pipe.png'
    ],
    [`${isHidden(otherNamespace)} Write xmlns="http://www.w3.org/2000/svg" in its <svg>.`]: ['/copied.svg'],
    [`${isHidden(otherNamespace)} Write xmlns:s="http://www.w3.org/2000/svg" in its <s:svg>.`]: [
      '/secure.svg'
    ],
    [`${isHidden('ends before </svg>')} Save the whole file again.`]: ['/cut.svg'],
    'names a file outside the site folder SITE, got "PATH". Copy the image into the folder.': [
      '/outside.png',
      '/%2e%2e/secret.png'
    ],
    [`${noPath} ${copy}`]: ['/../secret.png', 'https://photos.example/a.png'],
    [`${noPath} Did you mean "/images/a.png"?`]: ['\\images\\a.png'],
    [`${noPath} Did you mean "/images/a%20b.png"?`]: ['site/images/a b.png'],
    [`${noPath} Did you mean "/logo.png"?`]: ['./logo.png']
  }
  t.test('rejects other paths and files, and says why', async (t) => {
    for (const [problem, paths] of Object.entries(rejected))
      for (const path of paths) {
        const line = problem
          .replace('"PATH"', () => JSON.stringify(path))
          .replaceAll('SITEPATH', () => siteDir + path)
          .replace('SITE', siteDir)
        t.same(await shopProblems(t, logo(path), siteDir), [`profile.json /logo/src: ${line}`])
      }
  })

  t.test('accepts a link to a file inside, and a name that looks like percent-encoding', async (t) => {
    writeFileSync(join(siteDir, '100%.png'), png(1, 1))
    t.same(await shopProblems(t, logo('/inside.png'), siteDir), [])
    t.same(await shopProblems(t, logo('/100%.png'), siteDir), [])
  })

  t.test('rejects a size that is not the size of the file, in each place', async (t) => {
    const image = { src: '/logo.png', alt: 'Logo', width: 64, height: 64 }
    const edits = { 'profile#/people': [{ name: 'Noa', image }], 'services#/examples/0/image': image }
    const line = (place: string) =>
      `${place}/height: is not the height of ${siteDir}/logo.png, got 64. Write 32, or omit width and height: the server reads them from the file.`
    t.same(await shopProblems(t, edits, siteDir), [
      line('profile.json /people/0/image'),
      line('services.json /examples/0/image')
    ])
  })

  t.test('reports a `src` or `width` of the wrong type only by the schema', async (t) => {
    const edits = { 'profile#/image': { src: 5, alt: 'x' }, ...logo('/logo.png', { width: '64' }) }
    const found = await shopProblems(t, edits, siteDir)
    const places = found.map((line) => line.split(':')[0])
    t.same(places, ['profile.json /image/src', 'profile.json /logo/width'])
  })

  t.test('warns about a file above 200 KB, with its place', async (t) => {
    const heavy = Buffer.concat([png(64, 32), Buffer.alloc(1_250_000)])
    const files = { 'heavy.png': heavy, 'light.png': heavy.subarray(0, 200_000) }
    const siteDir = siteWith(t, files)
    const dataDir = shopWith(t, {
      ...logo('/heavy.png'),
      'profile#/image': { src: '/light.png', alt: 'x' }
    })
    t.same(await warningsOf(dataDir, siteDir), [
      `profile.json /logo/src: is slow to load, because ${siteDir}/heavy.png has 1.3 MB, got "/heavy.png". Save it with fewer pixels or as WebP, in at most 200 KB.`
    ])
  })

  t.test('counts the warnings beyond the first hundred', async (t) => {
    const siteDir = siteWith(t, { 'heavy.png': Buffer.concat([png(1, 1), Buffer.alloc(250_000)]) })
    const people = Array.from({ length: 102 }, (_, index) => ({
      name: `Person ${index}`,
      image: { src: '/heavy.png', alt: 'x' }
    }))
    const dataDir = shopWith(t, { 'profile#/people': people })
    const warnings = await warningsOf(dataDir, siteDir)
    t.equal(warnings.length, 101)
    t.equal(warnings.at(-1), `${dataDir}: 2 more warnings`)
  })
})
