import { accentsOf } from '../business/accents.ts'
import type { Business } from '../business/business.ts'
import { directionOf } from '../business/language.ts'
import type { Image } from '../business/schemas/values.ts'
import { decodePath } from '../business/url-path.ts'
import { immutable, type SiteDocument } from './documents.ts'
import { type ReadFile, readStart } from './folder/owner-files.ts'
import { fonts } from './pictures/fonts.ts'
import { type Logo, readLogo } from './pictures/logo.ts'
import { Pictures } from './pictures/pictures.ts'
import { colours } from './theme.ts'

// An icon is drawn as a square, in any proportions.
const iconSize = { width: 64, height: 64 }

interface Options {
  /** The files of SITE_DIR by path; the server draws no picture that is among them. */
  files: Map<string, string>
  readFile: ReadFile
  warn: (message: string) => void
  /** The pictures before a reload. */
  previous: Pictures | undefined
}

/** Reads the logo of a business and plans the pictures that the server draws: the icons and the social picture. */
export async function openPictures(
  { profile, faq, site }: Business,
  { files, readFile, warn, previous }: Options
): Promise<{ logo: Logo | undefined; pictures: Pictures }> {
  const logo = await readOwnLogo(profile.logo, readFile)
  const { name, tagline } = profile
  const pictures = new Pictures({
    logo,
    warn,
    previous,
    favicon: await readFile('/favicon.svg', (file) => readLogoFile(file, iconSize)),
    business: { name, tagline, direction: directionOf(faq.language) },
    font: site?.font === undefined || site.font === 'serif' ? fonts.serif : fonts.sans,
    colours: { accent: accentsOf(site).light, text: colours.onField, paper: colours.paper },
    isOwned: (path) => files.has(path)
  })
  for (const warning of pictures.warnings) warn(warning)
  return { logo, pictures }
}

/** Reads the owner's logo. Returns undefined if the business has none, or if it cannot be read or drawn. */
async function readOwnLogo(logo: Image | undefined, readFile: ReadFile): Promise<Logo | undefined> {
  if (logo === undefined) return undefined
  return readFile(decodePath(new URL(logo.src).pathname), (file) => readLogoFile(file, logo))
}

const maxLogoBytes = 500_000

/** Reads the file of a logo. Returns undefined if it is too large or cannot be drawn. Rejects if it cannot be read. */
async function readLogoFile(file: string, size: Pick<Image, 'width' | 'height'>): Promise<Logo | undefined> {
  const { bytes, stats } = await readStart(file, maxLogoBytes, 0)
  return stats.size > maxLogoBytes ? undefined : readLogo(bytes, size)
}

/** Returns a picture as the body of a response, or undefined if the path has none or it could not be drawn. */
export async function readPicture(pictures: Pictures, path: string): Promise<SiteDocument | undefined> {
  const picture = await pictures.read(path)
  if (picture === undefined) return undefined
  const { bytes, mediaType, isImmutable } = picture
  return {
    bytes,
    headers: { 'content-type': mediaType, ...(isImmutable && { 'cache-control': immutable }) }
  }
}
