import type { PageContext } from '../page-context.ts'
import { Picture } from './picture.tsx'

interface Props {
  context: PageContext
  /** Whether the logo is visible without scrolling. */
  isFirst?: boolean
  /** Whether the name is not next to the logo, so the logo needs its description. */
  isDescribed?: boolean
}

/** The owner's logo, or nothing if the business has none. */
export function Logo({ context, isFirst = false, isDescribed = false }: Props) {
  const { business, settings } = context
  const { logo } = business.profile
  if (logo === undefined) return null
  const image = isDescribed ? logo : { ...logo, alt: '' }
  // A logo is drawn for light pages, so it keeps a light background on dark ones unless it has other colours for them.
  const names = ['logo', !settings.hasAdaptiveLogo && 'on-light', settings.hasOneColourLogo && 'one-colour']
  return <Picture class={names.filter(Boolean).join(' ')} context={context} image={image} isFirst={isFirst} />
}
