import type { Business } from './business.ts'
import type { SiteFile } from './site.ts'

/** A use of the content, by its name in Content-Signal (contentsignals.org). */
type Signal = 'search' | 'ai-input' | 'ai-train'

const singleLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Returns the uses of the content that the owner allows or forbids. */
export function listSignals({ ai_use = {} }: SiteFile = {}): [name: Signal, isAllowed: boolean][] {
  const { search, input, train } = ai_use
  const uses = [
    ['search', search],
    ['ai-input', input],
    ['ai-train', train]
  ] as const
  return uses.flatMap(([name, isAllowed]) => (isAllowed === undefined ? [] : [[name, isAllowed]]))
}

/** Returns the value of Content-Signal, such as `search=yes, ai-train=no`; empty if the owner states no use. */
export const formatSignals = (site: SiteFile | undefined): string =>
  listSignals(site)
    .map(([name, isAllowed]) => `${name}=${isAllowed ? 'yes' : 'no'}`)
    .join(', ')

/** Returns the licence and the uses that the owner states, as sentences for agents; empty if the owner states none. */
export function listTerms({ profile, site }: Business): string[] {
  const signals = formatSignals(site)
  return [
    ...(site?.licence
      ? [
          `The facts are published under ${singleLine(site.licence.name)} (${site.licence.url}). If it asks for attribution, name ${singleLine(profile.name)} as the source and link to ${profile.url}.`
        ]
      : []),
    ...(signals
      ? [`The owner states how AI systems may use the content: ${signals} (contentsignals.org).`]
      : [])
  ]
}
