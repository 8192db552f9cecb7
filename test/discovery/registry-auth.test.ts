import t from 'tap'
import { readConfig } from '../../src/config.ts'
import { build } from '../helper.ts'

const path = '/.well-known/mcp-registry-auth'
const key = 'jVrJ7Zk0bW8yqkzc2i0A1nq3Qb5mXo9uT4eR6sYd+/8='
const record = `v=MCPv1; k=ed25519; p=${key}`
const secp384 = `v=MCPv1; k=ecdsap384; p=A${'b'.repeat(65)}==`

t.test('the record for the MCP registry', async (t) => {
  const app = await build(t, {}, { mcpRegistryAuth: record })

  t.test('is a text of one line, as the registry asks for it', async (t) => {
    const headers = { accept: 'text/plain', 'user-agent': 'mcp-registry/1.0' }
    const response = await app.inject({ url: path, headers })
    t.equal(response.statusCode, 200)
    t.equal(response.headers['content-type'], 'text/plain; charset=utf-8')
    t.equal(response.body, `${record}\n`)
  })

  t.test('is in no list of documents', async (t) => {
    const lists = ['llms.txt', 'robots.txt', 'sitemap.md', '.well-known/api-catalog', '.well-known/ard.json']
    for (const url of lists.map((name) => `/${name}`)) {
      const { statusCode, body } = await app.inject(url)
      t.equal(statusCode, 200, url)
      t.notMatch(body, 'mcp-registry-auth', url)
    }
  })

  t.test('is missing without the setting', async (t) => {
    t.equal((await (await build(t)).inject(path)).statusCode, 404)
  })

  t.test('must be the value of a public key', async (t) => {
    const read = (MCP_REGISTRY_AUTH: string) => readConfig({ MCP_REGISTRY_AUTH }).mcpRegistryAuth
    for (const valid of [record, secp384, record.replaceAll('; ', ';')]) t.equal(read(valid), valid)
    t.equal(read(''), undefined)
    const invalid = [
      key,
      record.slice(0, -1),
      record.replace('ed25519', 'rsa'),
      record.replace('+', '_'),
      record.replace('MCPv1', 'MCPv2'),
      `v=MCPv1; k=ecdsap384; p=${key}`,
      `v=MCPv1; k=ed25519; p=${'0'.repeat(64)}`,
      `${record}\nx`
    ]
    for (const text of invalid)
      t.throws(() => read(text), {
        message: `MCP_REGISTRY_AUTH: must be the record of a public key, such as v=MCPv1; k=ed25519; p=…, got "${text}"`
      })
  })
})
