import { toSentence } from '../../base/text.ts'
import { type Breadcrumb, describe, type View } from '../view.ts'

/** Takes the pages of the page's folders and the page itself as `breadcrumbs`. */
export const markdownPage =
  (
    { title, description, isListed }: { title: string; description: string; isListed: boolean },
    breadcrumbs: Breadcrumb[],
    html: string
  ): View =>
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
      unlisted: isListed ? undefined : 'its front matter',
      main: () => <div class="text-page" dangerouslySetInnerHTML={{ __html: html }} />
    }
  }
