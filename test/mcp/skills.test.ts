import { createHash } from 'node:crypto'
import { SKILLS_EXTENSION_ID } from '@modelcontextprotocol/server/ext/skills'
import t, { type Test } from 'tap'
import { agentResources, skillName } from '../../src/context/context.ts'
import { baseUrl } from '../helper.ts'
import { folder } from '../site/folder.ts'
import { modern } from './connect.ts'
import { buildBoth } from './edge.ts'

const uri = `skill://${skillName}/SKILL.md`

/** Builds the app, and returns a function that posts a request to its MCP server. */
async function serve(t: Test, siteDir?: string) {
  const app = await buildBoth(t, {}, siteDir === undefined ? {} : { siteDir })
  const post = async (method: string, params: Record<string, unknown> = {}) => {
    const { headers, message } = modern(method, params)
    return (await app.inject({ method: 'POST', url: '/mcp', payload: message, headers })).json()
  }
  return { app, post }
}

t.test('the skill over MCP', async (t) => {
  const { app, post } = await serve(t)
  const { body, rawPayload } = await app.inject(agentResources.skill.path)
  const skill = (await post('skills/list')).result.skills[0]

  t.test('is declared in the capabilities', async (t) => {
    t.same((await post('server/discover')).result.capabilities.extensions, { [SKILLS_EXTENSION_ID]: {} })
  })

  t.test('is listed with its front matter, and with the digest and size of the served bytes', async (t) => {
    const { result } = await post('skills/list')
    t.match(result, { resultType: 'complete', ttlMs: 300_000, cacheScope: 'public' })
    t.equal(result.skills.length, 1)
    const digest = `sha256:${createHash('sha256').update(rawPayload).digest('hex')}`
    t.same(skill.resources, [{ uri, digest, size: rawPayload.length }])
    const index = (await app.inject(agentResources.skillIndex.path)).json()
    const [{ name, description }] = index.skills
    t.match(skill, { uri, frontmatter: { name, description, license: 'CC BY 4.0' } })
  })

  t.test('is returned by its URI, and read as a resource', async (t) => {
    t.match((await post('skills/get', { uri })).result, {
      skill,
      resultType: 'complete',
      cacheScope: 'public'
    })
    const { contents } = (await post('resources/read', { uri })).result
    t.same(contents, [{ uri, mimeType: 'text/markdown', text: body }])
    const { resources } = (await post('resources/list')).result
    t.match(
      resources.find((resource: { uri: string }) => resource.uri === uri),
      { name: skillName, mimeType: 'text/markdown', description: skill.frontmatter.description }
    )
  })

  t.test('is the same for older clients, without hints for caches', async (t) => {
    const payload = { jsonrpc: '2.0', id: 1, method: 'skills/get', params: { uri } }
    t.same((await app.inject({ method: 'POST', url: '/mcp', payload })).json().result, { skill })
  })

  t.test('rejects an unknown URI, a missing URI and an unknown cursor', async (t) => {
    for (const [params, message] of [
      [{ uri: `${baseUrl}/` }, `Unknown skill: ${baseUrl}/. It must be one of: ${uri}.`],
      [{}, 'Invalid params: params.uri is missing; it must be a string.']
    ] as const)
      t.match(await post('skills/get', params), { error: { code: -32602, message } })
    t.match(await post('skills/list', { cursor: 'x' }), { error: { code: -32602 } })
  })
})

t.test('the file of a skill in SITE_DIR is not served over MCP', async (t) => {
  const siteDir = folder(t, { [agentResources.skill.path.slice(1)]: '# Mine' })
  const { app, post } = await serve(t, siteDir)
  t.equal((await app.inject(agentResources.skill.path)).body, '# Mine')
  t.equal((await post('server/discover')).result.capabilities.extensions, undefined)
  t.same((await post('skills/list')).result.skills, [])
  t.match(await post('resources/read', { uri }), { error: { code: -32602 } })
})
