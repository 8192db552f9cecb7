/** A text in Markdown to render as the content of a page. */
export interface MarkdownInput {
  /** The Markdown without its front matter. */
  text: string
  /** The heading of a text that has none. */
  title: string
  /** The absolute URL of the file: relative links start there. */
  url: string
  /** Public URL of the site, without a trailing slash. */
  baseUrl: string
  /** The direction of the page. */
  direction: 'rtl' | 'ltr'
  /** The path of each page by that of its Markdown file. */
  pages: Record<string, string>
}

/** The content of a page as HTML, or the limit that the text exceeds. */
export type RenderedMarkdown =
  | {
      html: string
      /** The decoded paths of this site that the text links to, and those of the images that it shows. */
      links: string[]
      /** The images of this site, each as its `src`. */
      images: string[]
      /** The URLs of images of other sites. */
      otherImages: string[]
    }
  | { failure: string }
