import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { photoName } from '../base/image-metadata.ts'
import { listWidths } from '../base/image-size.ts'
import { codeOf, fieldOf, getString } from '../base/json-value.ts'
import { decodePath, encodePath } from '../base/url-path.ts'
import type { Business } from '../business/business.ts'
import { type Body, immutable, type Resource } from '../resources/resources.ts'
import { draw, type Resizing } from './draw.ts'

type ReadFile = (
  path: string,
  maxBytes: number,
  startBytes?: number
) => Promise<{ bytes: Buffer; stats: Stats } | undefined>

export interface PhotoInputs {
  siteDir: string
  /** The files of SITE_DIR by path. */
  files: Map<string, string>
  read: ReadFile
  /** Reads a file to be sent. */
  readBody: (path: string) => Promise<Body | undefined>
  warn: (message: string) => void
  /** Whether a size exists only once it is made. */
  isExport: boolean
}

type Inputs = PhotoInputs & { maxBytes: number }

interface Photo {
  /** The decoded path of its URL. */
  path: string
  /** The file, and its name in SITE_DIR. */
  file: string
  name: string
  widths: number[]
  /** Of the contents and of how sizes are made; part of the names of all sizes. */
  token: string
}

// Increase it when sizes are made in another way, so they get other names.
const version = 1

/** Names carry this too, so no file of the owner is taken for a size. */
const sign = (id: string) => hash(`business-facts photos ${id}`).slice(0, 4)
const hash = (text: string) => createHash('sha256').update(text).digest('hex')

const formats = ['avif', 'webp'] as const

const sizeName = /\.([0-9a-f]{8})([0-9a-f]{4})\.\d+\.(?:webp|avif)$/

/** Returns whether `photos` of the command line wrote a file. */
function isSize(path: string): boolean {
  const [, id = '', signature] = sizeName.exec(path) ?? []
  return sign(id) === signature
}

/** Returns the path of a size next to its photo, such as `/rooms.0123456789ab.480.webp`. */
const besideOf = ({ path, token }: Photo, width: number, format: (typeof formats)[number]) =>
  `${path.replace(photoName, '')}.${token}.${width}.${format}`

const isAnimated = (head: Buffer) =>
  head.toString('latin1', 12, 16) === 'VP8X' ? (Number(head[20]) & 2) > 0 : head.includes('acTL')

// Two files of the same length that begin with the same bytes are the same.
const maxHashedBytes = 65_536

/** Returns the first bytes of a file, and a text that only the same file has. */
export async function readStart(path: string, read: ReadFile) {
  const file = await read(path, maxHashedBytes)
  return file && { head: file.bytes, identity: `${file.stats.size} ${file.bytes.toString('latin1')}` }
}

/** Finds the photos that the data names by their published URLs. Leaves out the logo, drawings, animations, and small images. */
async function findPhotos({ profile, catalog }: Business, { files, read, siteDir }: PhotoInputs) {
  const widths = new Map<string, number>()
  JSON.stringify({ profile, catalog }, (field, value: unknown) => {
    const [src, width] = [getString(value, 'src'), fieldOf(value, 'width')]
    if (src && typeof width === 'number' && field !== 'logo') widths.set(src, width)
    return value
  })
  const photos = new Map<string, Photo>()
  for (const [src, width] of widths) {
    const path = decodePath(new URL(src).pathname).normalize()
    const name = files.get(path)
    const sizes = listWidths(width)
    const start = photoName.test(path) && sizes.length > 0 ? await readStart(path, read) : undefined
    if (name === undefined || start === undefined || isAnimated(start.head)) continue
    const id = hash(`${version} ${start.identity}`).slice(0, 8)
    photos.set(src, { path, file: join(siteDir, name), name, widths: sizes, token: id + sign(id) })
  }
  return photos
}

// A photo of 12 megapixels takes less than a second. AVIF takes seven.
const maxMs = { serve: 60_000, write: 600_000 }
const defaultMaxBytes = 8 * 2 ** 20
const noRoom = `the sizes of all photos have more than ${defaultMaxBytes / 2 ** 20} MB, so some photos are sent as they are. Run business-facts photos: the server then sends the files that it writes.`

/** The photos that the data names, in sizes that fit the screens of visitors. */
export class Photos {
  readonly #photos: Map<string, Photo>
  readonly #inputs: Inputs
  /** The formats of each photo by its URL; none of a photo that cannot be resized. */
  readonly #sources = new Map<string, { type: string; srcset: string }[]>()
  /** The sizes that this process makes, by path. */
  readonly #made = new Map<string, { photo: Photo; width: number; format: 'webp' }>()
  /** The sizes in memory and the last task, which a reload passes on. */
  readonly #state: { held: Map<string, Buffer>; last: Promise<void> }

  /** The memory for sizes has at most `maxBytes`. */
  static async open(
    business: Business,
    inputs: PhotoInputs,
    previous?: Photos,
    maxBytes = inputs.isExport ? Number.POSITIVE_INFINITY : defaultMaxBytes
  ): Promise<Photos> {
    return new Photos(await findPhotos(business, inputs), { ...inputs, maxBytes }, previous)
  }

  private constructor(photos: Map<string, Photo>, inputs: Inputs, previous: Photos | undefined) {
    this.#photos = photos
    this.#inputs = inputs
    this.#state = previous ? previous.#state : { held: new Map(), last: Promise.resolve() }
    for (const [src, photo] of photos) this.#sources.set(src, this.#list(photo))
  }

  /** Lists the formats of a photo. It has AVIF only if files exist, because that takes too much memory to be made here. */
  #list(photo: Photo): { type: string; srcset: string }[] {
    const { files } = this.#inputs
    const toCandidate = (path: string, width: number) => `${encodePath(path)} ${width}w`
    const avif = photo.widths.map((width) => ({ path: besideOf(photo, width, 'avif'), width }))
    const webp = photo.widths.map((width) => {
      const own = besideOf(photo, width, 'webp')
      if (files.has(own)) return toCandidate(own, width)
      const path = `/assets/photos/${basename(own)}`
      this.#made.set(path, { photo, width, format: 'webp' })
      return toCandidate(path, width)
    })
    return [
      ...(avif.every(({ path }) => files.has(path))
        ? [{ type: 'image/avif', srcset: avif.map(({ path, width }) => toCandidate(path, width)).join(', ') }]
        : []),
      { type: 'image/webp', srcset: webp.join(', ') }
    ]
  }

  sourcesOf = (src: string): { type: string; srcset: string }[] => this.#sources.get(src) ?? []

  /** The sizes that are not files of the owner, by path. Without a size in memory, the photo itself is read; an export has no path then. */
  list(): [path: string, Resource][] {
    return Array.from(this.#made, ([path, { photo }]) => [
      path,
      { read: async () => this.#read(path, photo.path) }
    ])
  }

  async #read(path: string, photoPath: string): Promise<Body | undefined> {
    const content = this.#state.held.get(path)
    if (content) return { headers: { 'content-type': 'image/webp', 'cache-control': immutable }, content }
    return this.#inputs.isExport ? undefined : this.#inputs.readBody(photoPath)
  }

  /** Makes the sizes of one photo after the other, in child processes. An unchanged photo keeps those before a reload. */
  prepare(isCancelled: () => boolean): Promise<void> {
    const last = this.#state.last.then(() => this.#makeAll(isCancelled))
    this.#state.last = last
    return last
  }

  async #makeAll(isCancelled: () => boolean): Promise<void> {
    const { held } = this.#state
    for (const path of held.keys()) if (!this.#made.has(path)) held.delete(path)
    for (const photo of this.#photos.values()) {
      const missing = [...this.#made].filter(([path, size]) => size.photo === photo && !held.has(path))
      if (missing.length === 0) continue
      if (isCancelled()) return
      const sizes = new Map(missing.map(([path, { width, format }]) => [path, { width, format }]))
      if (!this.#hold(await this.#resize(photo, sizes, maxMs.serve))) return
    }
  }

  /** Returns whether the memory for sizes has room for these. */
  #hold(sizes: Map<string, Uint8Array>): boolean {
    const { maxBytes, warn } = this.#inputs
    for (const [path, content] of sizes) {
      const lengths = Array.from(this.#state.held.values(), ({ length }) => length)
      const sum = lengths.reduce((all, length) => all + length, content.length)
      if (sum > maxBytes) {
        warn(noRoom)
        return false
      }
      this.#state.held.set(path, Buffer.from(content))
    }
    return true
  }

  /** Returns no sizes, and logs why, if a photo cannot be resized. */
  async #resize(photo: Photo, sizes: Resizing['sizes'], ms: number): Promise<Map<string, Uint8Array>> {
    return draw({ file: photo.file, sizes }, ms).catch((error: unknown) => {
      for (const [src, { path }] of this.#photos) if (path === photo.path) this.#sources.delete(src)
      this.#inputs.warn(
        `cannot make smaller sizes of ${photo.file}, so it is sent as it is (${fieldOf(error, 'message')}). Save it again as JPEG, with at most 50 million pixels.`
      )
      return new Map()
    })
  }

  /** Writes the sizes as WebP and AVIF next to each photo, and deletes those of photos that have changed or are gone. */
  async write(print: (line: string) => void): Promise<void> {
    const { files, siteDir } = this.#inputs
    const wanted = new Set<string>()
    let written = 0
    for (const photo of new Map(Array.from(this.#photos.values(), (photo) => [photo.path, photo])).values()) {
      const sizes = listSizes(photo)
      for (const path of sizes.keys()) wanted.add(path)
      written += await this.#writeMissing(photo, sizes, print)
    }
    const orphans = [...files].filter(([path]) => isSize(path) && !wanted.has(path))
    for (const [, name] of orphans) {
      await rm(join(siteDir, name))
      print(`${join(siteDir, name)}: deleted, because its photo has changed or is gone`)
    }
    const unchanged = [...wanted].filter((path) => files.has(path)).length
    print(
      `${siteDir}: ${written} sizes of photos written, ${unchanged} up to date, ${orphans.length} deleted`
    )
  }

  async #writeMissing(
    photo: Photo,
    sizes: Resizing['sizes'],
    print: (line: string) => void
  ): Promise<number> {
    const missing = new Map([...sizes].filter(([path]) => !this.#inputs.files.has(path)))
    if (missing.size === 0) return 0
    const made = await this.#resize(photo, missing, maxMs.write)
    for (const [path, content] of made) await writeWhole(dirname(photo.file), basename(path), content)
    if (made.size > 0) print(`${photo.file}: ${made.size} sizes written`)
    return made.size
  }
}

/** Leaves no part of a file that cannot be written. Then rejects with what to do. */
async function writeWhole(folder: string, name: string, content: Uint8Array): Promise<void> {
  const file = join(folder, name)
  // A dot file is not served, so no visitor gets a part of the file.
  const part = join(folder, `.${name}`)
  try {
    await writeFile(part, content)
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw new Error(
      `${file}: cannot be written (${codeOf(error)}). Make room on its disk, or allow your user to write into its folder. Then run business-facts photos again.`
    )
  }
}

const listSizes = (photo: Photo): Resizing['sizes'] =>
  new Map(
    formats.flatMap((format) =>
      photo.widths.map((width) => [besideOf(photo, width, format), { width, format }] as const)
    )
  )
