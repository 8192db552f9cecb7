import { accessSync, constants } from 'node:fs'
import { isIP } from 'node:net'
import { codeOf } from './base/json-value.ts'
import { InputError } from './base/problem.ts'

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

interface Setting<Value> {
  must: string
  parse: (text: string) => Value | undefined
}

const text = (must: string, isValid: (text: string) => boolean): Setting<string> => ({
  must,
  parse: (text) => (isValid(text) ? text : undefined)
})

const wholeNumber = (maximum: number, unit = ''): Setting<number> => ({
  must: `must be a whole number ${unit}from 0 to ${maximum}`,
  parse: (text) => (/^\d+$/.test(text) && Number(text) <= maximum ? Number(text) : undefined)
})

const port = wholeNumber(65_535)
const publicUrl = text(
  'must be the public URL without a path, such as https://business.example',
  (text) => /^https?:\/\/[^/\\?#@\s]+\/?$/i.test(text) && URL.canParse(text)
)
const level: Setting<(typeof levels)[number]> = {
  must: `must be one of ${levels.join(', ')}`,
  parse: (text) => levels.find((level) => level === text)
}
const flag: Setting<boolean> = {
  must: 'must be true or false',
  parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined)
}
/** The proxies to trust in X-Forwarded-For: a number of hops, or addresses and networks (CIDR). */
const proxies: Setting<number | string[]> = {
  must:
    'must be a number of hops from 0 to 99 (true is 1, false is 0), or the addresses of the proxies separated by ' +
    'commas, such as 127.0.0.1,10.0.0.0/8',
  parse: (text) => {
    if (text === 'true' || text === 'false') return Number(text === 'true')
    if (/^0*\d{1,2}$/.test(text)) return Number(text)
    const parts = text.split(',').map((part) => part.trim())
    return parts.every(isNetwork) ? parts : undefined
  }
}
const registryRecord = text('must be the record of a public key, such as v=MCPv1; k=ed25519; p=…', (text) =>
  /^v=MCPv1; ?k=(ed25519; ?p=[A-Za-z\d+/]{43}=|ecdsap384; ?p=[A-Za-z\d+/]{66}==)$/.test(text)
)

export type Config = ReturnType<typeof readConfig>

/** Reads the settings from the environment; an empty value counts as not set. Throws one line for each bad value. */
export function readConfig(environment: Record<string, string | undefined>) {
  const problems: string[] = []
  const read = <Value, const Default>(name: string, { must, parse }: Setting<Value>, otherwise: Default) => {
    const text = environment[name]
    if (!text) return otherwise
    const value = parse(text)
    if (value === undefined) problems.push(`${name}: ${must}, got "${text}"`)
    return value ?? otherwise
  }
  const config = {
    host: environment.HOST || '0.0.0.0',
    port: read('PORT', port, 3000),
    baseUrl: read('BASE_URL', publicUrl, undefined),
    dataDir: environment.DATA_DIR || 'data',
    siteDir: environment.SITE_DIR || 'site',
    logLevel: read('LOG_LEVEL', level, 'info'),
    accessLog: read('ACCESS_LOG', flag, false),
    trustProxy: read('TRUST_PROXY', proxies, 0),
    metricsHost: environment.METRICS_HOST || '127.0.0.1',
    metricsPort: read('METRICS_PORT', port, undefined),
    // The content of /.well-known/mcp-registry-auth.
    mcpRegistryAuth: read('MCP_REGISTRY_AUTH', registryRecord, undefined),
    shutdownGraceMs: read('SHUTDOWN_GRACE_MS', wholeNumber(600_000, 'of milliseconds '), 10_000)
  }
  if (problems.length > 0) throw new InputError(problems)
  return { ...config, baseUrl: new URL(config.baseUrl ?? `http://localhost:${config.port}`).origin }
}

/** Throws an InputError that names the setting if DATA_DIR or SITE_DIR is not a folder that the server may read. */
export function checkFolders({ dataDir, siteDir }: Pick<Config, 'dataDir' | 'siteDir'>): void {
  for (const [setting, folder] of Object.entries({ DATA_DIR: dataDir, SITE_DIR: siteDir })) {
    try {
      // The slash makes a file an error.
      accessSync(`${folder}/`, constants.R_OK | constants.X_OK)
    } catch (error) {
      const code = codeOf(error)
      const problem = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`
      const hint = 'Set a folder that the server may read.'
      throw new InputError([`${setting}: the folder "${folder}" ${problem}. ${hint}`])
    }
  }
}

function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d+))?$/.exec(text) ?? []
  const maxBits = isIP(address) === 6 ? 128 : 32
  return isIP(address) !== 0 && (bits === undefined || (Number(bits) >= 1 && Number(bits) <= maxBits))
}
