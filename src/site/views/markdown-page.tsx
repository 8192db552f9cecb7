import { type Breadcrumb, describe, toSentence, type View } from '../view.ts'

/**
 * Returns the view of an owner's Markdown page. `breadcrumbs` are the pages of its folders and the page itself; `html` is
 * its content.
 */
export const markdownPage =
  (
    { title, description }: { title: string; description: string },
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
      main: <div class="text-page" dangerouslySetInnerHTML={{ __html: html }} />
    }
  }
