import { readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { type ImageSize, maxImageHeadBytes, readImageSize } from '../../base/image-size.ts'
import { image as imagePattern } from '../../base/json-schema.ts'
import { fieldOf, isObject } from '../../base/json-value.ts'
import type { Problem } from '../../base/problem.ts'
import { findNearest } from '../../base/text.ts'
import { decodePath } from '../../base/url-path.ts'
import { problemOf, type Selected, select, selectField } from '../select.ts'
import { isMissing, readFirstBytes } from './read-file.ts'

interface Images {
  sizes: Map<string, ImageSize>
  problems: Problem[]
  warnings: Problem[]
}

interface Found extends Images {
  missing: Selected[]
}

const imagePath = new RegExp(imagePattern)

const places = ['profile#/logo', 'profile#/image', 'profile#/people/*/image', 'services#/examples/*/image']

/** Reads the size of each image that the data names. An image without a file is a problem, unless it may be left out. */
export function readImages(files: Record<string, unknown>, siteDir: string, omitsMissing: boolean): Images {
  const found: Found = { sizes: new Map(), problems: [], warnings: [], missing: [] }
  const read = new Map<string, ImageFile>()
  for (const image of places.flatMap((place) => select(files, place))) {
    const src = fieldOf(image.value, 'src')
    // The schema reports any other value.
    if (typeof src !== 'string' || !imagePath.test(src)) continue
    const file = read.get(src) ?? readImage(src, siteDir)
    read.set(src, file)
    if ('size' in file) found.sizes.set(src, file.size)
    if ('isMissing' in file) found.missing.push(image)
    found.problems.push(...findProblems(image, src, file))
    found.warnings.push(...findWarnings(image, src, file))
  }
  return omitsMissing ? omitMissing(files, found) : found
}

/** Leaves out images that have no file, with a warning, so a deleted photo does not stop the next start. Changes the data. */
function omitMissing(files: Record<string, unknown>, { missing, ...images }: Found): Found {
  const isOmitted = ({ file, pointer }: Problem) =>
    missing.some((image) => image.file === file && pointer === `${image.pointer}/src`)
  for (const { file, pointer } of missing) remove(files[file], pointer.split('/').slice(1))
  const omitted = images.problems
    .filter(isOmitted)
    .map((problem) => ({ ...problem, message: `${problem.message}, so the image is left out` }))
  return {
    ...images,
    problems: images.problems.filter((problem) => !isOmitted(problem)),
    warnings: [...omitted, ...images.warnings],
    missing: []
  }
}

function remove(value: unknown, keys: string[]): void {
  const parent = keys.slice(0, -1).reduce<unknown>((part, key) => fieldOf(part, key), value)
  if (isObject(parent)) Reflect.deleteProperty(parent, String(keys.at(-1)))
}

type ImageFile =
  | { size: ImageSize; bytes: number; path: string }
  | (Pick<Problem, 'message' | 'hint'> & { isMissing?: true })

function findProblems(image: Selected, src: string, file: ImageFile): Problem[] {
  if ('message' in file) {
    return [problemOf(selectField(image, 'src', src), file.message, file.hint)]
  }
  return (['width', 'height'] as const).flatMap((field) => {
    const stated = fieldOf(image.value, field)
    const actual = file.size[field]
    // The schema reports a number that no image can have.
    if (typeof stated !== 'number' || stated === actual) return []
    const message = `is not the ${field} of ${file.path}`
    const hint = `Write ${actual}, or omit width and height: the server reads them from the file.`
    return [problemOf(selectField(image, field, stated), message, hint)]
  })
}

const maxBytes = 200_000

const sizeOf = (bytes: number) =>
  bytes < 999_500 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`

function findWarnings(image: Selected, src: string, file: ImageFile): Problem[] {
  if ('message' in file || file.bytes <= maxBytes) return []
  const message = `is slow to load, because ${file.path} has ${sizeOf(file.bytes)}`
  const hint = `Save it with fewer pixels or as WebP, in at most ${maxBytes / 1000} KB.`
  return [problemOf(selectField(image, 'src', src), message, hint)]
}

function readImage(src: string, siteDir: string): ImageFile {
  const path = join(siteDir, decodePath(src))
  const read = readFirstBytes(path, maxImageHeadBytes)
  if (isMissing(read)) return missing(src, path, siteDir)
  if ('problem' in read) {
    const { message, hint } = read.problem
    return { message: `names ${path}, which ${message}`, ...(hint && { hint }) }
  }
  if (!isInside(path, siteDir)) {
    return {
      message: `names a file outside the site folder ${siteDir}`,
      hint: 'Copy the image into the folder.'
    }
  }
  const size = readImageSize(read.head)
  if ('width' in size) return { size, bytes: read.size, path }
  const message = `names ${path}, which ${size.problem}`
  return { message, hint: 'Save it as PNG, JPEG, GIF, WebP, AVIF or SVG.' }
}

/** Returns whether a file that exists is in a folder after all links. */
const isInside = (path: string, folder: string): boolean =>
  realpathSync(path).startsWith(realpathSync(folder) + sep)

function missing(src: string, path: string, siteDir: string): ImageFile {
  const images = listNames(dirname(path)).filter((name) => /\.(png|jpe?g|gif|webp|avif|svg)$/i.test(name))
  const stems = new Map(images.map((name) => [stemOf(name), name]))
  const nearest = stems.get(findNearest(stemOf(basename(path)), stems.keys()) ?? '')
  const folder = `/${basename(siteDir)}/`
  const hint = nearest
    ? `Did you mean "${src.replace(/(?<![^/])[^/]*$/, nearest.replace(/[\s?#%]/g, encodeURIComponent))}"?`
    : src.startsWith(folder)
      ? `Did you mean "${src.slice(folder.length - 1)}"? The path begins in the folder ${siteDir}.`
      : `Save the image as ${path}.`
  return { message: `names ${path}, which does not exist`, hint, isMissing: true }
}

// Names of other images have the same extension.
const stemOf = (name: string) => name.replace(/\.[^.]*$/, '')

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
