import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Ports = [number, number]

/** Returns deploy/nginx.conf for one process on the loopback interface, which writes only to this folder. */
export function nginxConfiguration(folder: string, port: number, servers: Ports, tls = ''): string {
  const site = replaceAll(readFileSync('deploy/nginx.conf', 'utf8'), {
    '/var/cache/nginx': join(folder, 'cache'),
    '\tlisten 80;\n\tlisten [::]:80;': `\tlisten 127.0.0.1:${port};${tls}`,
    'https://business.example': 'https://nahat.example',
    ...upstreams(servers)
  })
  return wrapNginx(folder, site)
}

/** Returns deploy/nginx-export.conf for one process on the loopback interface, which serves the files of `root`. */
export const nginxExportConfiguration = (folder: string, port: number, root: string): string =>
  wrapNginx(
    folder,
    replaceAll(readFileSync('deploy/nginx-export.conf', 'utf8'), {
      '\tlisten 80;\n\tlisten [::]:80;': `\tlisten 127.0.0.1:${port};`,
      'https://business.example': 'https://nahat.example',
      '/srv/business-facts': root
    })
  )

function wrapNginx(folder: string, site: string): string {
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

/** Returns deploy/Caddyfile-export for the loopback interface, without TLS. */
export const caddyExportConfiguration = (port: number, root: string): string =>
  replaceAll(readFileSync('deploy/Caddyfile-export', 'utf8'), {
    '(prefers_markdown) {': '{\n\tadmin off\n\tauto_https off\n}\n(prefers_markdown) {',
    '\nbusiness.example {': `\nhttp://:${port} {\n\tbind 127.0.0.1`,
    'https://business.example': 'https://nahat.example',
    '/srv/business-facts': root
  })

/** Returns deploy/Caddyfile for the loopback interface, without TLS. */
export const caddyConfiguration = (port: number, servers: Ports): string =>
  replaceAll(readFileSync('deploy/Caddyfile', 'utf8'), {
    '\n{\n': '\n{\n\tadmin off\n\tauto_https off\n',
    '\nbusiness.example {': `\nhttp://:${port} {\n\tbind 127.0.0.1`,
    ...upstreams(servers)
  })

const upstreams = ([first, second]: Ports) => ({
  '127.0.0.1:3000': `127.0.0.1:${first}`,
  '127.0.0.1:3001': `127.0.0.1:${second}`
})

/** Replaces each key by its value. Throws if the text does not contain a key. */
function replaceAll(text: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`the file in deploy/ has no ${JSON.stringify(from)}`)
    return result.replaceAll(from, to)
  }, text)
}
