import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { promisify } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { once } from '../base/cache.ts'
import { codeOf, fieldOf } from '../base/json-value.ts'
import { directionOf } from '../base/language.ts'
import { programNear, rememberFailure } from '../base/tasks.ts'
import { decodePath } from '../base/url-path.ts'
import { accentsOf, colours } from '../business/accents.ts'
import type { Business } from '../business/business.ts'
import type { Image } from '../business/schemas/values.ts'
import { type Body, immutable, type Resource } from '../resources/resources.ts'
import { type Drawing, drawIcons, drawSocialPicture, readLogo } from './drawings.ts'
import { fontFiles } from './fonts.ts'

const mediaTypes = {
  png: 'image/png',
  ico: 'image/vnd.microsoft.icon',
  svg: 'image/svg+xml',
  source: 'image/svg+xml'
} as const

interface Inputs {
  /** The files of SITE_DIR by path; a picture among them is not drawn. */
  files: Map<string, string>
  /** Returns no bytes of a file of more than `maxBytes`. */
  read: (path: string, maxBytes: number) => Promise<{ bytes: Buffer; stats: Stats } | undefined>
  warn: (message: string) => void
  /** The pictures before a reload, which are not drawn again if they are the same. */
  previous: Pictures | undefined
}

/** The icons and the social picture of a site for which the owner has no files. The first request for one draws all. */
export interface Pictures {
  socialPath: string
  /** Returns what was drawn last, perhaps before a reload, by path, with a key that is equal if the pictures are. */
  getDrawn: () => { key: string; bytes: Map<string, Buffer> }
  /** The pictures by path. If they cannot be drawn, the one before a reload is read, or reading rejects with an UnavailableError. */
  list: () => [path: string, Resource][]
  prepare: () => Promise<void>
}

function createPictures(
  socialPath: string,
  drawings: Map<string, Drawing>,
  { warn, previous }: Pick<Inputs, 'warn' | 'previous'>
): Pictures {
  const key = toHash(JSON.stringify([...drawings]))
  let drawn = previous ? previous.getDrawn() : { key: '', bytes: new Map<string, Buffer>() }
  const drawAll = once(() =>
    draw(drawings).catch((error: unknown) => {
      warn(`cannot draw the icons and the social picture (${error})`)
      throw error
    })
  )
  const update = rememberFailure(async () => {
    if (drawn.key !== key) drawn = { key, bytes: await drawAll() }
  })
  const read = async (path: string, { format }: Drawing): Promise<Body> => {
    const failure = await update().catch((error: unknown) => error)
    const content = drawn.bytes.get(path)
    if (content === undefined) throw failure
    const caching = path === socialPath && { 'cache-control': immutable }
    return {
      headers: { 'content-type': mediaTypes[format], ...caching },
      content,
      // Not cached, because a later request draws the new one.
      expires: failure === undefined ? undefined : new Date(0)
    }
  }
  return {
    socialPath,
    getDrawn: () => drawn,
    list: () => Array.from(drawings, ([path, drawing]) => [path, { read: () => read(path, drawing) }]),
    // The log has a failure, and a later request tries again.
    prepare: () => update().catch(() => {})
  }
}

export async function openPictures({ profile, faq, site }: Business, inputs: Inputs) {
  const { files, read, warn } = inputs
  const { name, tagline, logo: image } = profile
  const logo = image && (await readLogoFile(decodePath(new URL(image.src).pathname), image, read))
  const favicon = await readLogoFile('/favicon.svg', { width: 1, height: 1 }, read)
  const look = {
    name,
    tagline,
    direction: directionOf(faq.language),
    logo,
    font: (site?.font ?? 'serif') === 'serif' ? ('serif' as const) : ('sans' as const),
    colours: {
      accent: accentsOf(site).light,
      text: colours.light['on-field'],
      paper: colours.light.paper
    }
  }
  const { social, missing } = drawSocialPicture(look)
  const isOwn = files.has('/og.png')
  const socialPath = isOwn ? '/og.png' : `/assets/og.${toHash(social.svg)}.png`
  if (!isOwn && missing.length > 0) warn(describeMissing(missing))
  const all = Object.entries({ ...drawIcons({ ...look, logo: favicon ?? logo }), [socialPath]: social })
  const drawings = new Map(all.filter(([path]) => !files.has(path)))
  return { logo, pictures: createPictures(socialPath, drawings, inputs) }
}

const toHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 10)

const maxListed = 10

const describeMissing = (missing: string[]) =>
  `the social picture has no text, because no font has all its characters: the closest lacks ${missing.slice(0, maxListed).join(' ')}${missing.length > maxListed ? ' and others' : ''}. Save your own picture of 1200 x 630 pixels as og.png in SITE_DIR.`

const maxLogoBytes = 500_000

async function readLogoFile(path: string, size: Pick<Image, 'width' | 'height'>, read: Inputs['read']) {
  const file = await read(path, maxLogoBytes)
  return file && file.stats.size <= maxLogoBytes ? readLogo(file.bytes, size) : undefined
}

// A picture takes well under a second, but a filter of a few bytes can take hours.
const maxDrawingMs = 20_000

// An SVG of the owner has at most 500 KB.
const maxBuffer = 16 * 2 ** 20

/** Draws in a child process, because V8 would keep the memory of a thread, and the renderer the memory of the fonts. */
export async function draw(drawings: Map<string, Drawing>, maxMs = maxDrawingMs) {
  if (drawings.size === 0) return new Map<string, Buffer>()
  // The child sends the error if it cannot draw.
  const reply: Map<string, Buffer> | Error = deserialize(
    await runChild(serialize({ drawings, fontFiles }), maxMs)
  )
  if (reply instanceof Error) throw reply
  return reply
}

const runFile = promisify(execFile)

/** Returns the output of the child. Kills it if it takes too long, and when this process ends. */
async function runChild(input: Buffer, timeout: number): Promise<Buffer> {
  const controller = new AbortController()
  const kill = controller.abort.bind(controller)
  process.once('exit', kill)
  const { signal } = controller
  const options = { encoding: 'buffer', killSignal: 'SIGKILL', maxBuffer, signal, timeout } as const
  try {
    const program = programNear(import.meta, 'draw-child')
    const running = runFile(process.execPath, [...process.execArgv, program], options)
    // A child that ends before it has read its input has another failure.
    running.child.stdin?.on('error', () => {}).end(input)
    return (await running).stdout
  } catch (error) {
    throw new Error(`the process that draws failed (${codeOf(error) ?? fieldOf(error, 'signal')})`)
  } finally {
    process.off('exit', kill)
  }
}
