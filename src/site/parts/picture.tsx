import type { GalleryImage } from '../../business/schemas/profile.ts'
import type { Image } from '../../business/schemas/values.ts'
import type { Context } from '../../context/context.ts'
import { Link, Paragraphs } from './prose.tsx'

interface PictureProps {
  context: Context
  image: Image
  class?: string
  /** Whether the image is visible without scrolling, so the browser loads it at once, and before others. */
  isFirst?: boolean
}

/** An image with its description. Its size is known before it loads, so it never moves the text. */
export function Picture({ context, image, class: name, isFirst = false }: PictureProps) {
  const { src, alt, width, height } = image
  const isLogo = src === context.business.profile.logo?.src
  return (
    <img
      class={name}
      src={context.toHref(src)}
      alt={alt}
      width={width}
      height={height}
      loading={isFirst ? undefined : 'lazy'}
      fetchpriority={isFirst && !isLogo ? 'high' : undefined}
    />
  )
}

/** Pictures in equal frames, each a link to the whole picture, with its caption and a link to its service. */
export function Gallery({ context, images }: { context: Context; images: GalleryImage[] }) {
  return images.length === 0 ? null : (
    <section>
      <h2>{context.words.about.gallery}</h2>
      <ul class="gallery">
        {images.map(({ caption, service, ...image }) => (
          <li key={image.src}>
            <a href={context.toHref(image.src)}>
              <Picture context={context} image={image} />
            </a>
            {caption && <Paragraphs class="note" text={caption} />}
            {service && <ServiceLink context={context} id={service} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A link to a service; the data has each id. */
export const ServiceLink = ({ context, id }: { context: Context; id: string }) =>
  context.business.catalog.services
    .filter((service) => service.id === id)
    .map(({ name, url }) => (
      <Link key={url} context={context} to={url}>
        <bdi>{name}</bdi>
      </Link>
    ))

interface LogoProps {
  context: Context
  isFirst?: boolean
  /** Whether the name is not next to the logo, so the logo needs its description. */
  isDescribed?: boolean
}

export function Logo({ context, isFirst = false, isDescribed = false }: LogoProps) {
  const { business, hasAdaptiveLogo, hasOneColourLogo } = context
  const { logo } = business.profile
  if (logo === undefined) return null
  const image = isDescribed ? logo : { ...logo, alt: '' }
  // A logo is drawn for light pages, so it keeps a light background on dark ones unless it has other colours for them.
  const names = ['logo', !hasAdaptiveLogo && 'on-light', hasOneColourLogo && 'one-colour']
  return <Picture class={names.filter(Boolean).join(' ')} context={context} image={image} isFirst={isFirst} />
}
