import { renderToString } from 'preact-render-to-string'
import { encodePath } from '../base/url-path.ts'
import { wordsFilesOf } from '../business/words.ts'
import type { Context } from '../context/context.ts'
import { layOut } from './layout.tsx'
import { loadViews } from './page-table.ts'
import type { PageContent, View } from './view.ts'
import { notFound } from './views/not-found.tsx'

// The built-in pages need no browser features and load only their own files (Content Security Policy, level 3).
const headers = {
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'content-security-policy': [
    "default-src 'none'",
    ...['script', 'style', 'img', 'font', 'connect', 'manifest', 'media'].map((name) => `${name}-src 'self'`),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join('; '),
  'content-type': 'text/html; charset=utf-8'
}

export type LoadRenderer = () => ReturnType<typeof createRenderer>

export async function createRenderer(context: Context) {
  const { baseUrl, changeTimes, now, business } = context
  const views = await loadViews(business)
  // Every page shows words of the interface.
  const wordsFiles = wordsFilesOf(context.language)
  const summarize = (path: string, content: PageContent) => {
    const { title, description, unlisted, files, context: own = context } = content
    const names = [...files, ...wordsFiles].map((name) => `${name}.json`)
    const canonical = baseUrl + encodePath(path)
    const modified = changeTimes.newestOf(names)
    return { title, description, canonical, language: own.language, unlisted, modified }
  }
  const contentOf = (path: string, time: Date): PageContent => {
    const view = views.get(path)
    if (view === undefined) throw new Error(`there is no page at ${path}`)
    return view({ ...context, now: () => time })
  }
  const render = (path: string, content: PageContent, time: Date, summary = summarize(path, content)) => {
    const timed = { ...(content.context ?? context), now: () => time }
    const html = renderToString(layOut({ context: timed, path, content, modified: summary.modified }))
    const expires = content.isDated ? context.pagesExpire(time) : undefined
    return {
      summary,
      body: { headers, content: Buffer.from(`<!doctype html>${keepUnbroken(html)}`), expires }
    }
  }
  return {
    /** Returns a page's summary without rendering it. Throws if there is no such page. */
    summarize: (path: string) => summarize(path, contentOf(path, now())),
    /** Renders a page; the caller caches it. Throws if there is no such page. */
    render: (path: string) => {
      const time = now()
      return render(path, contentOf(path, time), time)
    },
    renderNotFound: () => render('/404/', notFound(context), now()),
    /** Renders a page that is not in the page table, with the house style; its path is decoded. */
    renderView: (path: string, view: View, modified: Date | undefined) => {
      const content = view(context)
      return render(encodePath(path), content, now(), { ...summarize(path, content), modified })
    }
  }
}

// Wider words would not fit in a heading on a narrow screen, so they may break.
const maxLength = 12

const letter = '[\\u0591-\\u05bd\\u05bf-\\u05f4]'
// The lookbehinds prevent a search from starting at every letter or digit of a long run.
const words = new RegExp(
  `(?<!${letter})${letter}+(?:־${letter}+)+|(?<!\\d)\\d[\\d,.]{0,9} \\p{Sc}(?!\\d)`,
  'gu'
)
/** An element whose content is not HTML text, an amount, whose style keeps it in one line, a tag, a sign that begins none of them, or text. */
const parts =
  /<(option|pre|script|style|svg|textarea|title)\b(?:(?!<\1\b)[\s\S])*?<\/\1>|<\w+ class="money"[^<]*|<(?:[^<>"]|"[^"]*")*>|<|[^<]+/gi

/**
 * Returns HTML in which no line breaks after a maqaf between Hebrew letters, such as the maqaf of חד־פעמי, or before the sign of a
 * currency, such as the sign of 290 ₪. Unicode allows a break after a maqaf (UAX 14, class BA), `word-break: keep-all` does not
 * prevent it, and a word joiner would be an invisible character in copied text. Between a letter and a number or Latin word,
 * browsers do not break (UAX 14, LB21a).
 */
export const keepUnbroken = (html: string): string =>
  html.replace(parts, (part) => (part.startsWith('<') ? part : keepInText(part)))

function keepInText(text: string): string {
  const replacement = text.replace(words, (found) =>
    found.length <= maxLength ? `<span class="unbroken">${found}</span>` : found
  )
  // In a flex container, each element would be an item, and the spaces between them would be lost.
  return replacement === text || /^<span[^<]*<\/span>$/.test(replacement)
    ? replacement
    : `<span>${replacement}</span>`
}
