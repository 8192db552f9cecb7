import type { Site } from '../page-context.ts'
import { Rich } from './rich.tsx'

/** The addresses that machines read, with what each says in English, as the specification does. */
export function Addresses({ site }: { site: Site }) {
  const { t, settings } = site
  const { baseUrl } = settings
  const others: [path: string, meaning: string][] = [
    ['/openapi.json', t.forAi.specification],
    ['/llms.txt', t.forAi.summary],
    ['/llms-full.txt', t.forAi.fullText],
    ['/mcp', t.forAi.mcp]
  ]
  return (
    <section>
      <h2>{t.forAi.addresses}</h2>
      <ul class="addresses">
        {site.version.operations.map(({ operationId, path, summary, ids }) => {
          const address = `${baseUrl}${site.prefix}${path}`
          return (
            <li key={operationId}>
              {ids ? <code dir="ltr">{address}</code> : <CodeLink address={address} />}{' '}
              <span lang="en" dir="ltr">
                {summary}
              </span>
            </li>
          )
        })}
        {others.map(([path, meaning]) => (
          <li key={path}>
            <CodeLink address={baseUrl + path} /> <span>{meaning}</span>
          </li>
        ))}
      </ul>
      <p>
        <Rich text={t.forAi.markdown} />
      </p>
    </section>
  )
}

const CodeLink = ({ address }: { address: string }) => (
  <a href={address} dir="ltr">
    <code>{address}</code>
  </a>
)
