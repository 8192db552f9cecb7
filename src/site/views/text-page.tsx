import type { TextPage } from '../text-pages.ts'
import { type Breadcrumb, describe, toSentence, type View } from '../view.ts'

/** Returns a page of the owner's text; `html` is its content, and `above` are the pages of the folders that it is in. */
export const textPage =
  ({ title, description }: TextPage, breadcrumbs: Breadcrumb[], html: string): View =>
  ({ business }) => {
    const { name, tagline } = business.profile
    return {
      title: `${title} | ${name}`,
      description: describe(
        toSentence(description || title),
        tagline && toSentence(tagline),
        toSentence(name)
      ),
      breadcrumbs,
      files: [],
      main: <div class="text-page" dangerouslySetInnerHTML={{ __html: html }} />
    }
  }
