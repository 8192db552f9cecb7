import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { Test } from 'tap'
import {
  caddyConfiguration,
  caddyExportConfiguration,
  nginxConfiguration,
  nginxExportConfiguration
} from '../../../harness/deploy-files.ts'
import { type HttpRequest, type Reply, send } from '../../../harness/exchange.ts'
import { freePort } from '../../../harness/free-port.ts'
import { command, fixtureData } from '../../process.ts'

/** A process that listens on a port until the end of the test. */
export interface Listening {
  port: number
  kill: (signal: NodeJS.Signals) => void
  /** Starts the process again on the same port after its exit; waits for its first response. */
  restart: () => Promise<void>
}

async function start(
  t: Test,
  port: number,
  [command = '', ...args]: string[],
  env: NodeJS.ProcessEnv = {},
  probe = '/healthz'
): Promise<Listening> {
  const run = async () => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...env }
    })
    const errors: Buffer[] = []
    child.stderr.on('data', (chunk) => errors.push(chunk))
    const ended = once(child, 'close').then(() => {
      if (child.exitCode) t.comment(`${command}: ${Buffer.concat(errors)}`)
    })
    await answers(port, probe, () => child.exitCode === null)
    return { child, ended }
  }
  let running = await run()
  t.teardown(async () => {
    running.child.kill('SIGKILL')
    await running.ended
  })
  return {
    port,
    kill: (signal) => running.child.kill(signal),
    restart: async () => {
      await running.ended
      running = await run()
    }
  }
}

/** Waits for the first response; throws if the process exits before. */
async function answers(port: number, path: string, isRunning: () => boolean): Promise<void> {
  while (isRunning()) {
    const isThere = await send(port, { path }).then(
      ({ status }) => status === 200,
      () => false
    )
    if (isThere) return
    await turn()
  }
  throw new Error(`nothing listens on port ${port}`)
}

/** Starts the built server. */
export const startServer = async (t: Test, env: Record<string, string> = {}) => {
  const port = await freePort()
  return start(t, port, ['env', '-u', 'NODE_OPTIONS', process.execPath, ...command], {
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: fixtureData,
    LOG_LEVEL: 'error',
    ...env
  })
}

/**
 * Starts nginx with deploy/nginx.conf on the loopback interface, in front of the servers on these ports; `settings` are
 * further ones of its http block.
 */
export async function startNginx(t: Test, servers: [number, number], settings = ''): Promise<Listening> {
  const folder = t.testdir({ cache: {} })
  const port = await freePort()
  const configuration = nginxConfiguration(folder, port, servers)
  return runNginx(t, folder, port, configuration.replace('http {', `http { ${settings}`))
}

/** Starts the same, which also listens on a second port with TLS, as certbot configures it. */
export async function startNginxTls(t: Test, servers: [number, number]) {
  const folder = t.testdir({ cache: {} })
  const [port, tlsPort] = [await freePort(), await freePort()]
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  execFileSync(
    'openssl',
    `req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout ${key} -out ${certificate}`.split(
      ' '
    ),
    { stdio: 'ignore' }
  )
  const tls = `listen 127.0.0.1:${tlsPort} ssl; ssl_certificate ${certificate}; ssl_certificate_key ${key};`
  const nginx = await runNginx(t, folder, port, nginxConfiguration(folder, port, servers, tls))
  return { ...nginx, tlsPort }
}

/** The header that gives nginx the client's address, because nginx limits requests per client. */
export const clientHeader = 'x-test-client'

/** Starts nginx with deploy/nginx-export.conf, for an exported folder. */
export async function startNginxExport(t: Test, root: string): Promise<Listening> {
  const folder = t.testdir({})
  const port = await freePort()
  return runNginx(t, folder, port, nginxExportConfiguration(folder, port, root), '/')
}

function runNginx(
  t: Test,
  folder: string,
  port: number,
  configuration: string,
  probe?: string
): Promise<Listening> {
  const file = join(folder, 'nginx.conf')
  const realIp = `set_real_ip_from 127.0.0.1; real_ip_header ${clientHeader};`
  writeFileSync(file, configuration.replace('http {', `http { ${realIp}`))
  return start(t, port, ['/usr/sbin/nginx', '-p', folder, '-c', file, '-e', 'stderr'], {}, probe)
}

/** Starts Caddy with deploy/Caddyfile, without TLS. */
export async function startCaddy(t: Test, servers: [number, number]): Promise<Listening> {
  const port = await freePort()
  return runCaddy(t, port, caddyConfiguration(port, servers))
}

/** Starts Caddy with deploy/Caddyfile-export, without TLS, for an exported folder. */
export async function startCaddyExport(t: Test, root: string): Promise<Listening> {
  const port = await freePort()
  return runCaddy(t, port, caddyExportConfiguration(port, root), '/')
}

function runCaddy(t: Test, port: number, configuration: string, probe?: string): Promise<Listening> {
  const folder = t.testdir({})
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, configuration)
  const args = ['run', '--adapter', 'caddyfile', '--config', file]
  const env = { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  return start(t, port, ['/usr/bin/caddy', ...args], env, probe)
}

let clients = 0

/** A request as another client sends it, because the limits of nginx count by client. */
export const asOther = ({ headers, ...request }: HttpRequest): HttpRequest => {
  clients += 1
  return {
    ...request,
    headers: { ...headers, [clientHeader]: `2001:db8:${(clients % 65_536).toString(16)}::1` }
  }
}

// Of the connection, not of the answer. HSTS belongs to the proxy, which alone knows of TLS.
const own = [
  'strict-transport-security',
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'server',
  'via',
  'alt-svc'
]

/** Returns the parts of a response that a proxy must not change. It may omit a length of 0 (RFC 9110, section 8.6). */
export function essence({ status, headers, body }: Reply, without: string[] = []) {
  const compared = Object.entries(headers).filter(
    ([name, value]) => ![...own, ...without].includes(name) && !(name === 'content-length' && value === '0')
  )
  return { status, headers: Object.fromEntries(compared), body }
}
