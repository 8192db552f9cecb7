import { isObject } from '../../base/json-value.ts'
import { type Problem, pointerPart } from '../../base/problem.ts'
import { pathOf, trimSlash, tryDecodePath } from '../../base/url-path.ts'
import { limits } from '../limits.ts'
import { type Find, problemOf, type Selected } from '../select.ts'

/** Returns the path of a link in a form that is the same for every spelling, because a redirect is for all spellings. */
const comparable = (link: string) => trimSlash(pathOf(link))

export const checkRedirects = (find: Find): Problem[] =>
  find('site#/redirects').flatMap((field) =>
    isObject(field.value) ? checkEntries(field, Object.entries(field.value)) : []
  )

function checkEntries(field: Selected, entries: [string, unknown][]): Problem[] {
  const { file, pointer } = field
  if (entries.length > limits.redirects)
    return [problemOf({ ...field, value: entries.length }, `must have at most ${limits.redirects} redirects`)]
  const first = new Map(entries.toReversed().map(([path, target]) => [comparable(path), { path, target }]))
  const next = new Map(
    entries.map(([, target]) => [
      target,
      first.get(typeof target === 'string' && target.startsWith('/') ? comparable(target) : '')?.target
    ])
  )
  return entries.flatMap(([path, target]) => {
    const here = { file, pointer: pointer + pointerPart(path), value: path }
    const hint = correctPath(path)
    if (hint) return [problemOf(here, 'must be a path of this site, such as /prices.php', hint)]
    const same = first.get(comparable(path))?.path
    if (same !== undefined && same !== path)
      return [problemOf(here, `is the same path as ${pointer}${pointerPart(same)}`, 'Delete one of the two.')]
    return followTarget({ ...here, value: target }, (link) => next.get(link))
  })
}

function correctPath(path: string): string | undefined {
  if (/[?#]/.test(path))
    return 'Omit ? and # and the text after them: a redirect applies to a path, with any query.'
  if (/^https?:/i.test(path) && URL.canParse(path)) return `Did you mean "${new URL(path).pathname}"?`
  if (path.includes('*')) return 'Write an entry for each path: a redirect has no patterns.'
  if (/[\s\\]/.test(path)) return 'Write %20 for a space, and / for a backslash.'
  if (path.startsWith('//')) return 'Begin it with one slash.'
  if (!path.startsWith('/')) return `Did you mean "/${path}"?`
  return tryDecodePath(path) === undefined
    ? 'Its percent-encoding is not UTF-8: write the letters themselves.'
    : undefined
}

function followTarget(redirect: Selected, next: (link: unknown) => unknown): Problem[] {
  const seen = new Set<unknown>()
  let end = redirect.value
  for (let target = redirect.value; target !== undefined; target = next(target)) {
    if (seen.has(target))
      return [problemOf(redirect, 'leads to a loop of redirects', 'Write the path of a page.')]
    seen.add(target)
    end = target
  }
  return seen.size === 1
    ? []
    : [problemOf(redirect, 'leads to another redirect', `Write ${JSON.stringify(end)}.`)]
}
