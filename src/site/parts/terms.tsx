import type { PageContext } from '../page-context.ts'

/** The sentence that names the licence of the facts; nothing if the owner states none. */
export function LicenceSentence({ context: { business, words, toHref } }: { context: PageContext }) {
  const licence = business.site?.licence
  return licence === undefined ? null : (
    <>
      {words.layout.licence}{' '}
      <a href={toHref(licence.url)} rel="license">
        <bdi>{licence.name}</bdi>
      </a>
      .
    </>
  )
}
