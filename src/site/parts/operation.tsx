import { nameSuffix } from '../../business/api-version.ts'
import { type Operation, sampleBody } from '../../business/operation.ts'
import type { PageContext } from '../page-context.ts'
import { Code, CodeFrame } from './code.tsx'
import { FieldList } from './field-list.tsx'
import { Json } from './json.tsx'
import { Rich, Scroller } from './prose.tsx'

interface Props {
  context: PageContext
  operation: Operation
  ids: string[] | undefined
}

/** One operation: its path and fields, how to call it, and a response. developers.js follows the chosen id. */
export function OperationSection({ context, operation }: Omit<Props, 'ids'>) {
  const { operationId, summary, description, path, schema } = operation
  const anchor = context.toAnchor(operationId)
  const ids = operation.ids?.(context.business)
  const template = context.apiPrefix + path
  return (
    <section class="operation" data-path={template}>
      <div>
        <h3 id={anchor}>
          {summary} <code>{operationId + nameSuffix(context.version)}</code>
        </h3>
        <p class="address">
          <code>GET</code> <code>{template}</code>
        </p>
        <p>
          <Rich text={description} />
        </p>
        {ids && <Ids ids={ids} />}
      </div>
      <div class="operation-code">
        {(ids === undefined || ids.length > 0) && <TryIt context={context} operation={operation} ids={ids} />}
        <Samples
          anchor={anchor}
          url={context.settings.baseUrl + template.replace('{id}', ids?.[0] ?? '{id}')}
        />
        <Response context={context} operation={operation} ids={ids} />
      </div>
      <div>
        <h4>Response fields</h4>
        <FieldList context={context} owner={anchor} schema={schema} />
      </div>
    </section>
  )
}

function Ids({ ids }: { ids: string[] }) {
  return (
    <p class="ids">
      {ids.length > 40 ? (
        'The ids are in the catalogue.'
      ) : (
        <>
          Valid ids:{' '}
          {ids.map((id, index) => [
            index > 0 && ' ',
            <span key={id}>
              <code>{id}</code>
              {index < ids.length - 1 && ','}
            </span>
          ])}
        </>
      )}
    </p>
  )
}

/** A form that sends the request; without a script it is a link. */
function TryIt({ context, operation, ids }: Props) {
  const anchor = context.toAnchor(operation.operationId)
  const template = context.apiPrefix + operation.path
  return (
    <form class="try-it" method="dialog" autocomplete="off">
      {ids && <IdField ids={ids} name={`${anchor}Id`} />}
      <button type="submit" class="button small" aria-label={`Try it: ${anchor}`}>
        Try it
      </button>
      <a href={template.replace('{id}', ids?.[0] ?? '')} aria-label={`Open the response: ${anchor}`}>
        Open the response
      </a>
    </form>
  )
}

// A list of more ids is too long to choose from.
function IdField({ ids, name }: { ids: string[]; name: string }) {
  return (
    <label for={name}>
      <span>Id</span>
      {ids.length > 100 ? (
        <input id={name} name="id" required value={ids[0]} />
      ) : (
        <select id={name} name="id">
          {ids.map((id) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </select>
      )}
    </label>
  )
}

const samplesOf = (url: string) => [
  { language: 'sh', label: 'curl', text: `curl ${url}` },
  {
    language: 'js',
    label: 'JavaScript',
    text: `const response = await fetch('${url}')\nconst data = await response.json()`
  },
  {
    language: 'python',
    label: 'Python',
    text: `import json\nfrom urllib.request import urlopen\ndata = json.load(urlopen('${url}'))`
  }
]

/** The request in three languages, as tabs (ARIA Authoring Practices); without a script, one below the other. */
function Samples({ anchor, url }: { anchor: string; url: string }) {
  const samples = samplesOf(url)
  const isFirst = (language: string) => language === samples[0]?.language
  return (
    <div class="samples">
      <div class="samples-bar">
        <div role="tablist" aria-label="Language of the code">
          {samples.map(({ language, label }) => (
            <button
              key={language}
              type="button"
              role="tab"
              aria-controls={`${anchor}-${language}`}
              aria-selected={isFirst(language)}
              tabindex={isFirst(language) ? 0 : -1}
              data-language={language}
            >
              {label}
            </button>
          ))}
        </div>
      </div>
      <div class="panels">
        {samples.map((sample) => (
          <div
            key={sample.language}
            role="tabpanel"
            tabindex={0}
            id={`${anchor}-${sample.language}`}
            aria-label={sample.label}
            data-shown={isFirst(sample.language) ? '' : undefined}
          >
            <Code {...sample} />
          </div>
        ))}
      </div>
    </div>
  )
}

/** A response of the operation for the first id, until the script shows another one with its status and headers. */
function Response({ context, operation, ids }: Props) {
  if (ids?.length === 0) return null
  const label = `Response: ${context.toAnchor(operation.operationId)}`
  return (
    <div class="response">
      <p role="status" class="response-status" />
      <details class="response-headers" hidden>
        <summary>Response headers</summary>
        <pre />
      </details>
      <Scroller label={label}>
        <CodeFrame label="Response" language="json">
          <Json value={sampleBody(operation, context.business)} />
        </CodeFrame>
      </Scroller>
    </div>
  )
}
