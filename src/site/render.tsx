import { renderToString } from 'preact-render-to-string'
import { shorten, toSentence } from '../base/text.ts'
import { encodePath } from '../base/url-path.ts'
import { type Business, pricesOf } from '../business/business.ts'
import { listPlaces, listSpecial } from '../business/opening-hours.ts'
import { joinParts } from '../business/price-words.ts'
import { wordsFilesOf } from '../business/words.ts'
import type { Context } from '../context/context.ts'
import type { MarkdownPage } from '../folder/folder.ts'
import { layOut } from './layout.tsx'
import { loadViews } from './page-table.ts'
import type { PageContent, View } from './view.ts'

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

/** Loads all views, which the start of a server does not need. */
export async function createRenderer(context: Context) {
  const { baseUrl, changeTimes, business } = context
  const views = await loadViews(business)
  // Every page shows words of the interface.
  const wordsFiles = wordsFilesOf(context.language)
  const summarize = (path: string, content: PageContent) => {
    const { files, unlisted, context: own = context } = content
    return {
      title: writeTitle(own, content),
      description: describe(own, content),
      canonical: baseUrl + encodePath(path),
      language: own.language,
      unlisted,
      modified: changeTimes.newestOf([...files, ...wordsFiles])
    }
  }
  const viewOf = (path: string): View => {
    const view = views.get(path)
    if (view === undefined) throw new Error(`there is no page at ${path}`)
    return view
  }
  const render = (path: string, view: View, changes: { modified?: Date | undefined } = {}) => {
    const time = context.now()
    const content = view({ ...context, now: () => time })
    const summary = { ...summarize(path, content), ...changes }
    const timed = { ...(content.context ?? context), now: () => time }
    const html = renderToString(layOut({ context: timed, path: encodePath(path), content, summary }))
    return {
      summary,
      body: {
        headers,
        content: Buffer.from(`<!doctype html>${keepUnbroken(html)}`),
        expires: listsDates(business, time) ? context.pagesExpire(time) : undefined
      }
    }
  }
  return {
    /** Returns a page's summary without rendering it. Throws if there is no such page. */
    summarize: (path: string) => summarize(path, viewOf(path)(context)),
    /** Renders a page of the page table, or /404/; the caller caches it. Throws if there is no such page. */
    render: (path: string) => render(path, viewOf(path)),
    summarizeMarkdown: (page: MarkdownPage) => ({
      ...summarize(page.path, viewMarkdown(page)(context)),
      modified: page.modified
    }),
    /** Renders a page in Markdown with the house style. */
    renderMarkdown: (page: MarkdownPage, parents: MarkdownPage[], html: string, modified: Date | undefined) =>
      render(page.path, viewMarkdown(page, parents, html), { modified })
  }
}

const viewMarkdown =
  ({ title, description, isListed }: MarkdownPage, parents: MarkdownPage[] = [], html = ''): View =>
  ({ business: { profile } }) => ({
    title,
    description: [
      toSentence(description || title),
      profile.tagline && toSentence(profile.tagline),
      toSentence(profile.name)
    ],
    parents: parents.map(({ title, path }) => ({ name: title, path: encodePath(path) })),
    files: [],
    unlisted: isListed ? undefined : 'its front matter',
    main: () => <div class="text-page" dangerouslySetInnerHTML={{ __html: html }} />
  })

// The footer of each page leads to special hours that are not past.
const listsDates = ({ profile }: Business, now: Date) =>
  listPlaces(profile).some((place) => listSpecial(place, now).length > 0)

// Search engines show about this many characters.
const maxTitle = 60

/** Returns the title, the town of its address if there is room for it, and the name of the business. */
function writeTitle({ displayName, comma }: Context, { title, address = {} }: PageContent): string {
  const { locality } = address
  const whole = title === displayName ? title : `${title} | ${displayName}`
  const placed = `${title}${comma}${locality} | ${displayName}`
  return locality === undefined || whole.includes(locality) || placed.length > maxTitle ? whole : placed
}

const minDescription = 50
/** In characters; search engines cut longer ones. */
const maxDescription = 160

function describe(context: Context, content: PageContent): string {
  const [lead = '', ...more] = content.description
  let text = ''
  for (const next of [addFacts(context, lead, content), ...more])
    if (next && text.length < minDescription) text += text ? ` ${next}` : next
  return shorten(text, maxDescription).replace(/(?<=[。！？]) /g, '')
}

/** Returns a sentence with facts and the prices of items in a line after it, as many as a description has room for. */
function addFacts(context: Context, lead: string, { facts = [], items = [] }: PageContent): string {
  const list = items.flatMap(pricesOf)
  const prices = context.prices.forList(list)
  const tax = list.length > 0 && prices.taxSentence
  const write = (line: string) => [lead, line && toSentence(line), tax].filter(Boolean).join(' ')
  let line = ''
  const add = (fact: string) => {
    const longer = line ? `${line} · ${fact}` : fact
    const hasRoom = write(longer).length <= maxDescription
    if (hasRoom) line = longer
    return hasRoom
  }
  // The town is often in the category.
  for (const fact of facts) if (fact && !`${lead} ${line}`.includes(fact)) add(fact)
  for (const { name, price } of items) {
    const amount = price && tax ? joinParts(prices.split(price)) : prices.describe(price)
    if (!add(`${name}${context.colon} ${amount}`)) break
  }
  return line ? write(line) : lead
}

// Wider words would not fit in a heading on a narrow screen, so they may break.
const maxUnbroken = 12

const letter = '[\\u0591-\\u05bd\\u05bf-\\u05f4]'
// The lookbehinds prevent a search from starting at every letter or digit of a long run.
const unbroken = new RegExp(
  `(?<!${letter})${letter}+(?:־${letter}+)+|(?<!\\d)\\d[\\d,.]{0,9} \\p{Sc}(?!\\d)`,
  'gu'
)

/** An element whose content is not HTML text, an amount, whose style keeps it in one line, a tag, a sign that begins none of them, or text. */
const parts =
  /<(option|pre|script|style|svg|textarea|title)\b(?:(?!<\1\b)[\s\S])*?<\/\1>|<\w+ class="money\b[^<]*|<(?:[^<>"]|"[^"]*")*>|<|[^<]+/gi

/**
 * Returns HTML in which no line breaks after a maqaf between Hebrew letters, such as the maqaf of חד־פעמי, or before the sign of a
 * currency, such as the sign of 290 ₪. Unicode allows a break after a maqaf (UAX 14), `word-break: keep-all` does not
 * prevent it, and a word joiner would be an invisible character in copied text. Between a letter and a number or Latin word,
 * browsers do not break (UAX 14, LB21a).
 */
export const keepUnbroken = (html: string): string =>
  html.replace(parts, (part) => (part.startsWith('<') ? part : keepInText(part)))

function keepInText(text: string): string {
  const replacement = text.replace(unbroken, (found) =>
    found.length <= maxUnbroken ? `<span class="unbroken">${found}</span>` : found
  )
  // In a flex container, each element would be an item, and the spaces between them would be lost.
  return replacement === text || /^<span[^<]*<\/span>$/.test(replacement)
    ? replacement
    : `<span>${replacement}</span>`
}
