import type { Image } from '../../business/schemas/values.ts'
import type { PageContext } from '../page-context.ts'

interface Props {
  context: PageContext
  image: Image
  class?: string
  /** Whether the image is visible without scrolling, so the browser loads it at once. */
  isFirst?: boolean
}

/** An image with its description. Its size is known before it loads, so it never moves the text. */
export function Picture({ context, image, class: name, isFirst = false }: Props) {
  const { src, alt, width, height } = image
  return (
    <img
      class={name}
      src={context.toHref(src)}
      alt={alt}
      width={width}
      height={height}
      loading={isFirst ? undefined : 'lazy'}
    />
  )
}
