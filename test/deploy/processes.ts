import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { Test } from 'tap'
import { send } from '../exchange.ts'
import { freePort } from '../free-port.ts'
import { command } from '../process.ts'

/** Something that listens, until the end of the test. */
export interface Listening {
  port: number
  kill: (signal: NodeJS.Signals) => void
  /** Begins it anew at the same port, once it has ended; waits until it answers. */
  restart: () => Promise<void>
}

async function start(
  t: Test,
  port: number,
  [command = '', ...args]: string[],
  env: NodeJS.ProcessEnv = {}
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
    await answers(port, () => child.exitCode === null)
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

/** Waits for the first answer. */
async function answers(port: number, isRunning: () => boolean): Promise<void> {
  while (isRunning()) {
    const isThere = await send(port, { path: '/healthz' }).then(
      ({ status }) => status === 200,
      () => false
    )
    if (isThere) return
    await turn()
  }
  throw new Error(`nothing listens on port ${port}`)
}

/** This server as it is built. */
export const startServer = async (t: Test, env: Record<string, string> = {}) => {
  const port = await freePort()
  return start(t, port, ['env', '-u', 'NODE_OPTIONS', process.execPath, ...command], {
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'error',
    ...env
  })
}

/** All that nginx needs to be the site of deploy/ in one process, with this folder for what it writes. */
export function nginxConfiguration(
  folder: string,
  port: number,
  servers: [number, number],
  tls = ''
): string {
  const site = replaceAll(readFileSync('deploy/nginx.conf', 'utf8'), {
    '/var/cache/nginx': join(folder, 'cache'),
    '\tlisten 80;\n\tlisten [::]:80;': `\tlisten 127.0.0.1:${port};${tls}`,
    'https://business.example': 'https://nahat.example',
    ...upstreams(servers)
  })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`
  )
  return `
    daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr warn;
    events {}
    http {
      access_log off; gzip on; sendfile on; tcp_nopush on;
      ${temporary.join(' ')}\n${site}\n}`
}

/** nginx with the site of deploy/, which listens on the loopback and asks these ports. */
export async function startNginx(t: Test, servers: [number, number]): Promise<Listening> {
  const folder = t.testdir({ cache: {} })
  const port = await freePort()
  return runNginx(t, folder, port, nginxConfiguration(folder, port, servers))
}

/** The same, also over TLS as certbot sets it up: in the same server, at the second port. */
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

/** The header in which a test names its client to nginx, because the limits of nginx count by client. */
export const clientHeader = 'x-test-client'

function runNginx(t: Test, folder: string, port: number, configuration: string): Promise<Listening> {
  const file = join(folder, 'nginx.conf')
  const realIp = `set_real_ip_from 127.0.0.1; real_ip_header ${clientHeader};`
  writeFileSync(file, configuration.replace('http {', `http { ${realIp}`))
  return start(t, port, ['/usr/sbin/nginx', '-p', folder, '-c', file, '-e', 'stderr'])
}

/** Caddy with the file of deploy/, without TLS. */
export async function startCaddy(t: Test, servers: [number, number]): Promise<Listening> {
  const folder = t.testdir({})
  const port = await freePort()
  const file = join(folder, 'Caddyfile')
  const site = replaceAll(readFileSync('deploy/Caddyfile', 'utf8'), {
    '\n{\n': '\n{\n\tadmin off\n\tauto_https off\n',
    '\nbusiness.example {': `\nhttp://:${port} {\n\tbind 127.0.0.1`,
    ...upstreams(servers)
  })
  writeFileSync(file, site)
  return start(t, port, ['/usr/bin/caddy', 'run', '--adapter', 'caddyfile', '--config', file], {
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder
  })
}

const upstreams = ([first, second]: [number, number]) => ({
  '127.0.0.1:3000': `127.0.0.1:${first}`,
  '127.0.0.1:3001': `127.0.0.1:${second}`
})

/** The text with every one of these replaced; throws where one is not there. */
function replaceAll(text: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`the file of deploy/ has no ${JSON.stringify(from)}`)
    return result.replaceAll(from, to)
  }, text)
}
