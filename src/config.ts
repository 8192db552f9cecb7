import { existsSync } from 'node:fs'
import { Type } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import { isTrustProxy, readTrustProxy, type TrustProxy } from './trust-proxy.ts'

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const port = { minimum: 0, maximum: 65_535, description: 'must be a whole number from 0 to 65535' }
const address = { description: 'must be an address to listen on' }
const folder = { description: 'must be a folder' }

/** The settings. The description of each says what it must be. */
const Environment = Type.Object({
  HOST: Type.String({ default: '0.0.0.0', ...address }),
  PORT: Type.Integer({ default: 3000, ...port }),
  BASE_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^/\\\\?#@\\s]+/?$',
      format: 'url',
      description: 'must be the public URL without a path, such as https://business.example'
    })
  ),
  DATA_DIR: Type.String({ default: 'data', ...folder }),
  SITE_DIR: Type.String({ default: 'site', ...folder }),
  LOG_LEVEL: Type.Union(
    levels.map((level) => Type.Literal(level)),
    { default: 'info', description: `must be one of ${levels.join(', ')}` }
  ),
  ACCESS_LOG: Type.Boolean({ default: false, description: 'must be true or false' }),
  TRUST_PROXY: Type.String({
    default: 'false',
    format: 'proxies',
    description:
      'must be a number of hops from 0 to 99 (true is 1, false is 0), or the addresses of the proxies separated by ' +
      'commas, such as 127.0.0.1,10.0.0.0/8'
  }),
  METRICS_HOST: Type.String({ default: '127.0.0.1', ...address }),
  METRICS_PORT: Type.Optional(Type.Integer(port)),
  SHUTDOWN_GRACE_MS: Type.Integer({
    default: 10_000,
    minimum: 0,
    maximum: 600_000,
    description: 'must be a whole number of milliseconds from 0 to 600000'
  })
})

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
 * Reads the settings from the environment; an empty value counts as not set. Throws one line for each bad
 * value, or, if SITE_DIR is not set, the folder that was its default in 1.0.0.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const settings = Object.entries(Environment.properties)
  const names = settings.map(([name]) => name).filter((name) => environment[name])
  const values: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, environment[name]]))
  if (!isEnvironment(values)) {
    const bad = settings.filter(([name]) =>
      isEnvironment.errors?.some(({ instancePath }) => instancePath === `/${name}`)
    )
    throw new Error(
      bad.map(([name, { description }]) => `${name}: ${description}, got "${environment[name]}"`).join('\n')
    )
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
