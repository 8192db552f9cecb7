import { readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { memoise } from '../../base/cache.ts'
import { type ImageSize, maxImageHeadBytes, readImageSize } from '../../base/image-size.ts'
import { fieldOf, isObject } from '../../base/json-value.ts'
import type { Problem } from '../../base/problem.ts'
import { findNearest } from '../../base/text.ts'
import { decodePath } from '../../base/url-path.ts'
import { createFind, problemOf, type Selected, selectField } from '../select.ts'
import { readFirstBytes } from './read-data-files.ts'

const places = ['profile#/logo', 'profile#/image', 'profile#/people/*/image', 'services#/examples/*/image']

/**
 * Reads the size of each image that the data names. An image without a file is a problem, or left out with a warning, so a
 * deleted photo does not stop the next start. This changes the data.
 */
export function readImages(files: Record<string, unknown>, siteDir: string, omitsMissing: boolean) {
  const sizes = new Map<string, ImageSize>()
  const problems: Problem[] = []
  const warnings: Problem[] = []
  const read = memoise((src: string) => readImage(src, siteDir))
  for (const image of createFind(files)(...places)) {
    const src = fieldOf(image.value, 'src')
    if (typeof src !== 'string') continue
    const field = selectField(image, 'src', src)
    const file = read(src)
    if ('size' in file) {
      sizes.set(src, file.size)
      problems.push(...checkSize(image, file))
      warnings.push(...checkWeight(field, file))
    } else if (omitsMissing && file.isMissing) {
      remove(files[image.file], image.pointer.split('/').slice(1))
      warnings.push(problemOf(field, `${file.message}, so the image is left out`, file.hint))
    } else problems.push(problemOf(field, file.message, file.hint))
  }
  return { sizes, problems, warnings }
}

function remove(value: unknown, keys: string[]): void {
  const parent = fieldOf(value, ...keys.slice(0, -1))
  if (isObject(parent)) Reflect.deleteProperty(parent, String(keys.at(-1)))
}

interface ImageFile {
  size: ImageSize
  bytes: number
  path: string
}

type Failure = Pick<Problem, 'message' | 'hint'> & { isMissing?: true }

const checkSize = (image: Selected, { size, path }: ImageFile): Problem[] =>
  (['width', 'height'] as const).flatMap((field) => {
    const stated = fieldOf(image.value, field)
    const actual = size[field]
    // The schema reports a number that no image can have.
    if (typeof stated !== 'number' || stated === actual) return []
    const hint = `Write ${actual}, or omit width and height: the server reads them from the file.`
    return [problemOf(selectField(image, field, stated), `is not the ${field} of ${path}`, hint)]
  })

const maxBytes = 200_000

function checkWeight(field: Selected, { bytes, path }: ImageFile): Problem[] {
  if (bytes <= maxBytes) return []
  const size = bytes < 999_500 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
  const hint = `Save it with fewer pixels or as WebP, in at most ${maxBytes / 1000} KB.`
  return [problemOf(field, `is slow to load, because ${path} has ${size}`, hint)]
}

function readImage(src: string, siteDir: string): ImageFile | Failure {
  const path = join(siteDir, decodePath(src))
  const read = readFirstBytes(path, maxImageHeadBytes)
  if (read === undefined) return describeMissing(src, path, siteDir)
  if ('message' in read) {
    const { message, hint } = read
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
  return { message, hint: size.hint ?? 'Save it as PNG, JPEG, GIF, WebP, AVIF or SVG.' }
}

/** Returns whether a file that exists is in a folder after all links. */
const isInside = (path: string, folder: string): boolean =>
  realpathSync(path).startsWith(realpathSync(folder) + sep)

function describeMissing(src: string, path: string, siteDir: string): Failure {
  const images = listNames(dirname(path)).filter(
    // A link to no file has the name itself.
    (name) => /\.(png|jpe?g|gif|webp|avif|svg)$/i.test(name) && name !== basename(path)
  )
  const stems = new Map(images.map((name) => [stemOf(name), name]))
  const isSame = (name: string) => name.toLowerCase() === basename(path).toLowerCase()
  const nearest = images.find(isSame) ?? stems.get(findNearest(stemOf(basename(path)), stems.keys()) ?? '')
  const folder = `/${basename(siteDir)}/`
  const hint = nearest
    ? `Did you mean "${src.slice(0, src.lastIndexOf('/') + 1)}${nearest.replace(/[\s?#%]/g, encodeURIComponent)}"?`
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
