import { existsSync } from 'node:fs'
import { Type } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import { isTrustProxy, readTrustProxy, type TrustProxy } from './trust-proxy.ts'

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const Environment = Type.Object({
  HOST: Type.String({ default: '0.0.0.0' }),
  PORT: Type.Integer({ default: 3000, minimum: 0, maximum: 65_535 }),
  BASE_URL: Type.Optional(Type.String({ pattern: '^https?://[^/\\\\?#@\\s]+/?$', format: 'url' })),
  DATA_DIR: Type.String({ default: 'data' }),
  SITE_DIR: Type.String({ default: 'site' }),
  LOG_LEVEL: Type.Union(
    levels.map((level) => Type.Literal(level)),
    { default: 'info' }
  ),
  ACCESS_LOG: Type.Boolean({ default: false }),
  TRUST_PROXY: Type.String({ default: 'false', format: 'proxies' }),
  METRICS_HOST: Type.String({ default: '127.0.0.1' }),
  METRICS_PORT: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
  SHUTDOWN_GRACE_MS: Type.Integer({ default: 10_000, minimum: 0, maximum: 600_000 })
})

const must: Record<keyof typeof Environment.properties, string> = {
  HOST: 'must be an address to listen on',
  PORT: 'must be a whole number from 0 to 65535',
  BASE_URL: 'must be the public URL without a path, such as https://business.example',
  DATA_DIR: 'must be a folder',
  SITE_DIR: 'must be a folder',
  LOG_LEVEL: `must be one of ${levels.join(', ')}`,
  ACCESS_LOG: 'must be true or false',
  TRUST_PROXY:
    'must be a number of hops from 0 to 99 (true is 1, false is 0), or the addresses of the proxies separated by ' +
    'commas, such as 127.0.0.1,10.0.0.0/8',
  METRICS_HOST: 'must be an address to listen on',
  METRICS_PORT: 'must be a whole number from 0 to 65535',
  SHUTDOWN_GRACE_MS: 'must be a whole number of milliseconds from 0 to 600000'
}

export interface Config {
  host: string
  port: number
  /** Public URL of the site, without a trailing slash. */
  baseUrl: string
  dataDir: string
  siteDir: string
  logLevel: (typeof levels)[number]
  accessLog: boolean
  trustProxy: TrustProxy
  metricsHost: string
  /** The port of the metrics server, or undefined to have none. */
  metricsPort: number | undefined
  shutdownGraceMs: number
}

const ajv = new Ajv({
  coerceTypes: true,
  useDefaults: true,
  allErrors: true,
  meta: false,
  validateSchema: false
})
ajv.addFormat('url', (text) => URL.canParse(text))
ajv.addFormat('proxies', isTrustProxy)
const isEnvironment = ajv.compile<(typeof Environment)['static']>(Environment)

const oldSiteDir = 'site/public'

/**
 * Reads the settings from the environment; an empty value counts as not set. Throws one line that names every bad
 * value, or, if SITE_DIR is not set, the folder that was its default in 1.0.0.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const names = Object.keys(must).filter((name) => environment[name])
  const values: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, environment[name]]))
  if (!isEnvironment(values)) {
    const bad = Object.entries(must).filter(([name]) =>
      isEnvironment.errors?.some(({ instancePath }) => instancePath === `/${name}`)
    )
    throw new Error(bad.map(([name, words]) => `${name} ${words}, got "${environment[name]}"`).join('; '))
  }
  if (!environment.SITE_DIR && existsSync(oldSiteDir)) {
    throw new Error(
      `SITE_DIR: the default is "site" now, but the folder "${oldSiteDir}" exists. ` +
        `Move its files to "site", or set SITE_DIR=${oldSiteDir}`
    )
  }
  return {
    host: values.HOST,
    port: values.PORT,
    baseUrl: new URL(values.BASE_URL ?? `http://localhost:${values.PORT}`).origin,
    dataDir: values.DATA_DIR,
    siteDir: values.SITE_DIR,
    logLevel: values.LOG_LEVEL,
    accessLog: values.ACCESS_LOG,
    trustProxy: readTrustProxy(values.TRUST_PROXY),
    metricsHost: values.METRICS_HOST,
    metricsPort: values.METRICS_PORT,
    shutdownGraceMs: values.SHUTDOWN_GRACE_MS
  }
}
