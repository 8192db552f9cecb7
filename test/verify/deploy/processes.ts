import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import { type HttpRequest, send } from '../../../harness/exchange.ts'
import { freePort } from '../../../harness/free-port.ts'

type Ports = [number, number]
type Replacements = Record<string, string>

/** Returns a file of deploy/ with each key replaced by its value. Throws if the file does not contain a key. */
function adapt(file: string, replacements: Replacements): string {
  return Object.entries(replacements).reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`deploy/${file} has no ${JSON.stringify(from)}`)
      return text.replaceAll(from, to)
    },
    readFileSync(join('deploy', file), 'utf8')
  )
}

const site = { 'https://business.example': 'https://nahat.example' }
const upstreams = ([first, second]: Ports) => ({
  '127.0.0.1:3000': `127.0.0.1:${first}`,
  '127.0.0.1:3001': `127.0.0.1:${second}`
})

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

const listening = '\tlisten 80;\n\tlisten [::]:80;'

/** Runs nginx with a file of deploy/, for one process on the loopback interface, which writes only to a folder of its own. */
async function runNginx(
  t: Test,
  file: string,
  replace: (folder: string, port: number) => Replacements,
  { path = '/healthz', settings = '' } = {}
) {
  const [folder, port] = [t.testdir({ cache: {} }), await freePort()]
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`
  )
  const server = { [listening]: `\tlisten 127.0.0.1:${port};`, ...site }
  const configuration = join(folder, 'nginx.conf')
  writeFileSync(
    configuration,
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr warn;
    events {}
    http {
      set_real_ip_from 127.0.0.1; real_ip_header ${clientHeader}; ${settings}
      access_log off; gzip on; sendfile on; tcp_nopush on;
      ${temporary.join(' ')}\n${adapt(file, { ...server, ...replace(folder, port) })}\n}`
  )
  return listenWith(t, port, path, ['/usr/sbin/nginx', '-p', folder, '-c', configuration, '-e', 'stderr'])
}

const inFrontOf = (servers: Ports) => (folder: string) => ({
  '/var/cache/nginx': join(folder, 'cache'),
  ...upstreams(servers)
})

/** Starts nginx with deploy/nginx.conf, in front of the servers on these ports; `settings` are further ones of its http block. */
export const startNginx = (t: Test, servers: Ports, settings = '') =>
  runNginx(t, 'nginx.conf', inFrontOf(servers), { settings })

/** Starts nginx, which also listens on a second port with TLS, as certbot configures it. */
export async function startNginxTls(t: Test, servers: Ports) {
  const tlsPort = await freePort()
  const { port } = await runNginx(t, 'nginx.conf', (folder, port) => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    const options = '-x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost'.split(' ')
    const command = ['req', ...options, '-keyout', key, '-out', certificate]
    execFileSync('openssl', command, { stdio: 'ignore' })
    const tls = `listen 127.0.0.1:${tlsPort} ssl; ssl_certificate ${certificate}; ssl_certificate_key ${key};`
    return { [listening]: `\tlisten 127.0.0.1:${port};${tls}`, ...inFrontOf(servers)(folder) }
  })
  return { port, tlsPort }
}

/** Runs Caddy with a file of deploy/ on the loopback interface, without TLS. */
async function runCaddy(t: Test, file: string, replacements: Replacements, path = '/healthz') {
  const [folder, port] = [t.testdir({}), await freePort()]
  const configuration = join(folder, 'Caddyfile')
  const server = { '\nbusiness.example {': `\nhttp://:${port} {\n\tbind 127.0.0.1` }
  writeFileSync(configuration, adapt(file, { ...server, ...replacements }))
  const command = ['/usr/bin/caddy', 'run', '--adapter', 'caddyfile', '--config', configuration]
  return listenWith(t, port, path, command, { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder })
}

const options = '{\n\tadmin off\n\tauto_https off\n'

export const startCaddy = (t: Test, servers: Ports) =>
  runCaddy(t, 'Caddyfile', { '\n{\n': `\n${options}`, ...upstreams(servers) })

export const proxies = { nginx: startNginx, Caddy: startCaddy }

/** Starts the proxies for an exported folder. */
export const exportProxies: Record<string, (t: Test, root: string) => Promise<{ port: number }>> = {
  'nginx with the export': (t, root) =>
    runNginx(t, 'nginx-export.conf', () => ({ '/srv/business-facts': root }), { path: '/' }),
  'Caddy with the export': (t, root) =>
    runCaddy(
      t,
      'Caddyfile-export',
      {
        '(prefers_markdown) {': `${options}}\n(prefers_markdown) {`,
        ...{ ...site, '/srv/business-facts': root }
      },
      '/'
    )
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
