import sharp from 'sharp'
import type { Drawing, Photo } from './draw.ts'
import { renderPicture } from './render-picture.ts'
import { photoBox, photoHref } from './social-picture.ts'

// More would take more memory than a small server has.
const options = { limitInputPixels: 50_000_000, autoOrient: true }

/** Draws a picture with a photo as JPEG, or the one without it if the photo cannot be read. */
export async function drawPhoto(photo: Photo, drawing: Drawing): Promise<Buffer> {
  sharp.cache(false)
  sharp.concurrency(1)
  const crop = await cropPhoto(photo).catch(() => undefined)
  const svg = crop
    ? photo.svg.replace(photoHref, `data:image/jpeg;base64,${crop.toString('base64')}`)
    : drawing.svg
  // Some messengers show no picture of more than 300 KB, which a PNG with a photo would be.
  return sharp(renderPicture({ ...drawing, svg }))
    .jpeg({ quality: 85, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** Returns the part of a photo around its focus that fills its place. */
async function cropPhoto({ file, focus = '50% 50%' }: Photo): Promise<Buffer> {
  const { autoOrient } = await sharp(file, options).metadata()
  const scale = Math.max(photoBox.width / autoOrient.width, photoBox.height / autoOrient.height)
  const [width, height] = [autoOrient.width, autoOrient.height].map((size) => Math.ceil(size * scale))
  const [x = 0, y = 0] = focus.split(' ').map((share) => Number.parseFloat(share) / 100)
  // The density counts for SVG only.
  const whole = sharp(file, { ...options, density: Math.min(72 * scale, 1000) })
  return whole
    .resize({ width, height, fit: 'fill' })
    .extract({
      ...photoBox,
      left: Math.round((Number(width) - photoBox.width) * x),
      top: Math.round((Number(height) - photoBox.height) * y)
    })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 90 })
    .toBuffer()
}
