import type { Image } from '../../business/schemas/values.ts'
import type { Context } from '../../context/context.ts'

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

interface LogoProps {
  context: Context
  isFirst?: boolean
  /** Whether the name is not next to the logo, so the logo needs its description. */
  isDescribed?: boolean
}

export function Logo({ context, isFirst = false, isDescribed = false }: LogoProps) {
  const { logo } = context.business.profile
  if (logo === undefined) return null
  const image = isDescribed ? logo : { ...logo, alt: '' }
  // A logo is drawn for light pages, so it keeps a light background on dark ones unless it has other colours for them.
  const names = ['logo', !context.logo?.isAdaptive && 'on-light', context.logo?.hasOneColour && 'one-colour']
  return <Picture class={names.filter(Boolean).join(' ')} context={context} image={image} isFirst={isFirst} />
}
