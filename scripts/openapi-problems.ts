import { createConfig, lintFromString } from '@redocly/openapi-core'

/** Lists the problems that Redocly's `recommended-strict` rules find in an OpenAPI document, one line each. */
export async function findOpenapiProblems(document: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lintFromString({ source: document, absoluteRef: 'openapi.json', config })
  return problems.map(
    ({ ruleId, message, location }) =>
      `${location.map(({ pointer }) => pointer).join()} ${message} (${ruleId})`
  )
}
