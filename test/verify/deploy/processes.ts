import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import {
  caddyConfiguration,
  caddyExportConfiguration,
  nginxConfiguration,
  nginxExportConfiguration
} from '../../../harness/deploy-files.ts'
import { type HttpRequest, send } from '../../../harness/exchange.ts'
import { freePort } from '../../../harness/free-port.ts'

type Ports = [number, number]

/** Runs a command until the end of the test; returns its port when it responds with 200 there. */
async function listenWith(t: Test, port: number, path: string, [command = '', ...args]: string[], env = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } })
  const errors: Buffer[] = []
  child.stderr.on('data', (chunk) => errors.push(chunk))
  const ended = once(child, 'close')
  t.teardown(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const read = () => send(port, { path }).catch(() => undefined)
  while ((await read())?.status !== 200) {
    if (child.exitCode !== null) throw new Error(`${command} has ended: ${Buffer.concat(errors)}`)
    await sleep(5)
  }
  return { port }
}

/** The header that gives nginx the client's address, because nginx limits requests per client. */
export const clientHeader = 'x-test-client'

/** Runs nginx with a configuration; `settings` are further ones of its http block. */
async function runNginx(
  t: Test,
  configure: (folder: string, port: number) => string,
  { path = '/healthz', settings = '' } = {}
) {
  const [folder, port] = [t.testdir({ cache: {} }), await freePort()]
  const file = join(folder, 'nginx.conf')
  const realIp = `set_real_ip_from 127.0.0.1; real_ip_header ${clientHeader};`
  writeFileSync(file, configure(folder, port).replace('http {', `http { ${realIp} ${settings}`))
  return listenWith(t, port, path, ['/usr/sbin/nginx', '-p', folder, '-c', file, '-e', 'stderr'])
}

async function runCaddy(t: Test, configure: (port: number) => string, path = '/healthz') {
  const [folder, port] = [t.testdir({}), await freePort()]
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, configure(port))
  const command = ['/usr/bin/caddy', 'run', '--adapter', 'caddyfile', '--config', file]
  return listenWith(t, port, path, command, { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder })
}

/** Starts nginx with deploy/nginx.conf, in front of the servers on these ports. */
export const startNginx = (t: Test, servers: Ports, settings = '') =>
  runNginx(t, (folder, port) => nginxConfiguration(folder, port, servers), { settings })

/** Starts Caddy with deploy/Caddyfile, without TLS. */
export const startCaddy = (t: Test, servers: Ports) =>
  runCaddy(t, (port) => caddyConfiguration(port, servers))

export const proxies = { nginx: startNginx, Caddy: startCaddy }

/** Starts the proxies for an exported folder: deploy/nginx-export.conf, and deploy/Caddyfile-export without TLS. */
export const exportProxies: Record<string, (t: Test, root: string) => Promise<{ port: number }>> = {
  'nginx with the export': (t, root) =>
    runNginx(t, (folder, port) => nginxExportConfiguration(folder, port, root), { path: '/' }),
  'Caddy with the export': (t, root) => runCaddy(t, (port) => caddyExportConfiguration(port, root), '/')
}

/** Starts nginx, which also listens on a second port with TLS, as certbot configures it. */
export async function startNginxTls(t: Test, servers: Ports) {
  const tlsPort = await freePort()
  const { port } = await runNginx(t, (folder, port) => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    const options = '-x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost'.split(' ')
    const command = ['req', ...options, '-keyout', key, '-out', certificate]
    execFileSync('openssl', command, { stdio: 'ignore' })
    const tls = `listen 127.0.0.1:${tlsPort} ssl; ssl_certificate ${certificate}; ssl_certificate_key ${key};`
    return nginxConfiguration(folder, port, servers, tls)
  })
  return { port, tlsPort }
}

let clients = 0

/** Sends a request as another client, because the limits of nginx count by client. */
export const sendAsOther = (
  port: number,
  { headers, ...request }: HttpRequest,
  agent?: Parameters<typeof send>[2]
) => {
  clients += 1
  const client = `2001:db8:${(clients % 65_536).toString(16)}::1`
  return send(port, { ...request, headers: { ...headers, [clientHeader]: client } }, agent)
}
