import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { checkFolders, readConfig } from '../src/config.ts'
import { words } from './helper.ts'

t.test('the settings', async (t) => {
  t.test('have defaults, also for empty values', async (t) => {
    t.same(readConfig({ BASE_URL: '', PORT: '' }), {
      host: '0.0.0.0',
      port: 3000,
      baseUrl: 'http://localhost:3000',
      dataDir: 'data',
      siteDir: 'site',
      logLevel: 'info',
      accessLog: false,
      trustProxy: 0,
      metricsHost: '127.0.0.1',
      metricsPort: undefined,
      shutdownGraceMs: 10_000
    })
  })

  t.test('come from the environment, without a final slash and capitals in BASE_URL', async (t) => {
    const config = readConfig({
      BASE_URL: 'HTTPS://Nahat.example/',
      PORT: '80',
      ACCESS_LOG: 'true',
      LOG_LEVEL: 'warn',
      METRICS_PORT: '9464'
    })
    t.match(config, {
      baseUrl: 'https://nahat.example',
      port: 80,
      accessLog: true,
      logLevel: 'warn',
      metricsPort: 9464
    })
  })

  t.test('are rejected with one line for each bad value', async (t) => {
    const bad = { PORT: '80a', BASE_URL: 'https://nahat.example/site', ACCESS_LOG: 'yes', LOG_LEVEL: 'loud' }
    t.throws(() => readConfig(bad), {
      message:
        'PORT: must be a whole number from 0 to 65535, got "80a"\n' +
        'BASE_URL: must be the public URL without a path, such as https://business.example, got "https://nahat.example/site"\n' +
        'LOG_LEVEL: must be one of trace, debug, info, warn, error, fatal, silent, got "loud"\n' +
        'ACCESS_LOG: must be true or false, got "yes"'
    })
  })

  t.test('have numbers in digits only', async (t) => {
    for (const text of ['0x10', '1e3', '80.0', ' 80', '-1', '65536'])
      t.throws(() => readConfig({ PORT: text }), { message: /^PORT: must be a whole number from 0 to 65535/ })
  })

  t.test('reject a BASE_URL with another part, or that is not a URL', async (t) => {
    for (const end of words(
      String.raw`nahat.example?a nahat.example#a nahat.example\shop nahat.example:99999 [x`
    ))
      t.throws(() => readConfig({ BASE_URL: `https://${end}` }), {
        message: /^BASE_URL: must be the public URL /
      })
  })

  t.test('accept a number of hops or a list of proxies as TRUST_PROXY', async (t) => {
    const proxies = new Map<string, number | string[]>([
      ['true', 1],
      ['false', 0],
      ['0', 0],
      ['2', 2],
      ['10.0.0.1', ['10.0.0.1']],
      [' 10.0.0.0/8, fd00::/8,::1 ', ['10.0.0.0/8', 'fd00::/8', '::1']]
    ])
    for (const [text, value] of proxies) t.same(readConfig({ TRUST_PROXY: text }).trustProxy, value, text)
    for (const text of ['yes', '-1', '1.5', '100', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.1,', 'a.example']) {
      t.throws(() => readConfig({ TRUST_PROXY: text }), {
        message:
          'TRUST_PROXY: must be a number of hops from 0 to 99 (true is 1, false is 0), or the addresses of the proxies ' +
          `separated by commas, such as 127.0.0.1,10.0.0.0/8, got "${text}"`
      })
    }
  })

  t.test('name a folder that does not exist or cannot be read', async (t) => {
    const folder = t.testdir({ data: {}, site: {}, file: '' })
    const dataDir = join(folder, 'data')
    const siteDir = join(folder, 'site')
    t.doesNotThrow(() => checkFolders({ dataDir, siteDir }))
    const file = join(folder, 'file')
    t.throws(() => checkFolders({ dataDir, siteDir: file }), {
      message: `SITE_DIR: the folder "${file}" cannot be read (ENOTDIR). Set a folder that the server may read.`
    })
    const missing = join(folder, 'nowhere')
    t.throws(() => checkFolders({ dataDir: missing, siteDir }), {
      message: `DATA_DIR: the folder "${missing}" does not exist. Set a folder that the server may read.`
    })
  })

  t.test('are all in .env.example, with their defaults', async (t) => {
    const lines = readFileSync('.env.example', 'utf8')
      .split('\n')
      .filter((line) => /^[A-Z_]+=/.test(line))
    const example = Object.fromEntries(lines.map((line) => line.split('=')))
    t.same(readConfig(example), readConfig({}))
    t.same(Object.keys(readConfig({})).length, lines.length)
  })
})
