import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../harness/free-port.ts'
import { waitForResponse } from './exchange.ts'
import { node } from './installed.ts'
import { launch } from './processes.ts'
import type { Site } from './site.ts'

export interface Server {
  name: string
  pid: number
  port: number
  stop: () => Promise<void>
}

/** The servers, in the order of the report. */
export const names = {
  raw: 'raw node:http',
  ours: 'this server',
  nginx: 'nginx',
  caddy: 'Caddy',
  worker: 'the worker, workerd',
  express: 'Express static',
  sirv: 'sirv',
  fastifyStatic: '@fastify/static',
  fastify: 'Fastify route',
  quietFastify: 'Fastify route, no log'
} as const

type Start = (port: number) => { pid: number; stop: () => Promise<void> }

/** Starts a server on a free port and waits for its first response. */
async function start(name: string, run: Start): Promise<Server> {
  const port = await freePort()
  const { pid, stop } = run(port)
  await waitForResponse(port, '/')
  return { name, pid, port, stop }
}

const runNode = (file: string, args: string[], env: Record<string, string> = {}) =>
  launch(node, ['--import', 'tsx', join(import.meta.dirname, file), ...args], env)

/** Returns the arguments with which `npm start` runs Node.js in a folder. */
function readStartArguments(folder: string): string[] {
  const { scripts }: { scripts: { start: string } } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8')
  )
  const words = scripts.start.split(' ')
  // Some builds have `exec` before it.
  return words.slice(words.indexOf('node') + 1)
}

/** Runs this server as `npm start` does, with default settings except the port and `settings`. */
export const runOurs = (port: number, settings: Record<string, string> = {}) =>
  launch(node, readStartArguments('.'), { PORT: String(port), ...settings })

export const startOurs = (settings?: Record<string, string>) =>
  start(names.ours, (port) => runOurs(port, settings))

/** Starts another build of this server: the `dist/` in this folder, with its own flags, dependencies and data. */
export const startBuild = (folder: string) =>
  start(folder, (port) => launch(node, readStartArguments(folder), { PORT: String(port) }, folder))

export const startRaw = (file: string, name: string = names.raw) =>
  start(name, (port) => runNode('raw.ts', [String(port), file]))

/** Starts the worker of an exported folder. Its process is a child of the one that starts it. */
export async function startWorker(folder: string): Promise<Server> {
  const server = await start(names.worker, (port) =>
    launch(node, ['test/verify/edge/serve.mjs', folder], { PORT: String(port) })
  )
  const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')
  const pid = Number(children.trim().split(' ').at(-1))
  const stop = async () => {
    process.kill(pid)
    await server.stop()
  }
  return { ...server, pid, stop }
}

export const startExpress = ({ folder, notFound }: Site) =>
  start(names.express, (port) =>
    runNode('express-static.ts', [String(port), folder], { NOT_FOUND: notFound })
  )

export const startSirv = ({ folder }: Site) =>
  start(names.sirv, (port) => runNode('sirv.ts', [String(port), folder]))

export const startFastifyStatic = ({ folder }: Site) =>
  start(names.fastifyStatic, (port) => runNode('fastify-static.ts', [String(port), folder]))

export const startFastify = ({ folder, paths, notFound, callResponses }: Site, log: 'log' | 'no log') =>
  start(log === 'log' ? names.fastify : names.quietFastify, (port) =>
    runNode(
      'fastify-route.ts',
      [String(port), folder, log, ...paths.filter((path) => path.endsWith('.json'))],
      {
        NOT_FOUND: notFound,
        CALL_RESPONSES: callResponses
      }
    )
  )

/** Starts this server with and without metrics, in alternating intervals. */
export const startMetricsServer = () =>
  start(names.ours, (port) => runNode('metrics-server.ts', [String(port)]))

/** Starts nginx as one process, which equals one worker. */
export const startNginx = ({ folder }: Site, work: string) =>
  start(names.nginx, (port) => {
    const file = join(work, 'nginx.conf')
    writeFileSync(file, nginx(port, folder, work))
    return launch('nginx', ['-p', work, '-c', file, '-e', '/dev/null'], {})
  })

const nginx = (port: number, folder: string, work: string) => `
daemon off;
master_process off;
pid ${work}/nginx.pid;
error_log /dev/null crit;
events { worker_connections 1024; }
http {
  types { application/json json; }
  sendfile on;
  tcp_nopush on;
  access_log off;
  log_not_found off;
  keepalive_requests 100000000;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${work}/${name};`).join(' ')}
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    error_page 404 /404.json;
  }
}
`

export const startCaddy = ({ folder }: Site, work: string) =>
  start(names.caddy, (port) => {
    const file = join(work, 'Caddyfile')
    writeFileSync(file, caddy(port, folder))
    return launch('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
      XDG_DATA_HOME: work,
      XDG_CONFIG_HOME: work
    })
  })

const caddy = (port: number, folder: string) => `
{
  admin off
  auto_https off
}
http://:${port} {
  bind 127.0.0.1
  root * ${folder}
  file_server {
    precompressed br gzip
  }
  handle_errors {
    rewrite * /404.json
    file_server {
      status 404
    }
  }
}
`
