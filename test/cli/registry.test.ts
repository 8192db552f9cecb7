import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import t, { type Test } from 'tap'
import { dataWith, folderWith, words } from '../helper.ts'
import { fixtureData, runHere } from '../process.ts'

// A copy of internal/validators/schemas/2025-12-11.json of github.com/modelcontextprotocol/registry (MIT).
const schema = JSON.parse(readFileSync('test/cli/mcp-registry/server.schema.json', 'utf8'))
const validate = addFormats.default(new Ajv({ strict: false })).compile(schema)

const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'))

const registry = (t: Test, settings: Record<string, string>) =>
  runHere(t, ['registry'], { DATA_DIR: fixtureData, BASE_URL: 'https://nahat.example', ...settings })

t.test('business-facts registry', async (t) => {
  t.test('prints only the server.json of the MCP registry, and warnings as errors', async (t) => {
    const SITE_DIR = folderWith(t, { 'contact.php': '<?php' })
    const { stdout, stderr } = await registry(t, { SITE_DIR })
    t.match(stderr, 'contact.php')
    t.same(JSON.parse(stdout), {
      $schema: schema.$id,
      name: 'example.nahat/business-facts',
      version,
      title: 'Nahat Automations',
      description: 'Nahat Automations: contact details, services, prices, packages and FAQ. Read-only.',
      websiteUrl: 'https://nahat.example/',
      icons: [
        { src: 'https://nahat.example/icon-512.png', mimeType: 'image/png', sizes: ['512x512'] },
        { src: 'https://nahat.example/favicon.svg', mimeType: 'image/svg+xml', sizes: ['any'] }
      ],
      remotes: [{ type: 'streamable-http', url: 'https://nahat.example/mcp' }]
    })
  })

  t.test('meets the JSON Schema of the registry, for any name and host', async (t) => {
    const named = (name: string) => dataWith(t, { 'profile#/name': name, 'profile#/name_en': undefined })
    const settings = [
      { DATA_DIR: fixtureData },
      { DATA_DIR: 'test/fixtures/minimal', BASE_URL: 'https://shop.xn--d-2ga.example:8443' },
      {
        DATA_DIR: 'test/fixtures/guesthouse',
        SITE_DIR: folderWith(t, { 'index.html': '<title>Mine</title>' })
      },
      { DATA_DIR: named('נ'.repeat(200)) },
      { DATA_DIR: named('Word '.repeat(39)) }
    ]
    for (const setting of settings) {
      const entry = JSON.parse((await registry(t, setting)).stdout)
      t.ok(validate(entry), JSON.stringify(validate.errors))
      t.match(entry.title, /^[a-z\d][a-z\d -]*$/i)
    }
  })

  t.test('rejects a site without a public https URL', async (t) => {
    const urls = words(`
      http://nahat.example https://localhost https://shop.localhost https://shop.local https://nas.internal
      https://nas https://192.0.2.7 https://[::1] https://my_shop.example
    `)
    for (const BASE_URL of ['', ...urls])
      t.match(await registry(t, { BASE_URL }), {
        code: 1,
        stderr:
          /^BASE_URL: must be the public https URL of the site, such as https:\/\/business\.example, got "http/
      })
  })
})
