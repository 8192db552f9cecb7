import { join } from 'node:path'
import { isDate } from '../base/calendar.ts'
import type { Config } from '../config.ts'
import { exportSite } from '../export/export.ts'
import { type Arguments, UsageError, warn } from './command.ts'
import { packageFolder } from './init.ts'

export async function run(config: Config, { operand: folder, values: { date, host } }: Arguments) {
  if (date !== undefined && !isDate(date))
    throw new UsageError(`--date must be a date such as 2027-01-31, got "${date}".`)
  if (host !== undefined && host !== 'cloudflare')
    throw new UsageError(`--host must be cloudflare, got "${host}". Omit it for every other host.`)
  if (!process.env.BASE_URL)
    throw new Error(
      'BASE_URL: is missing. Set it to the public URL of the site, such as https://business.example, because the files contain it.'
    )
  const worker = host && join(packageFolder, 'dist/worker.js')
  const onProgress = (done: number, all: number) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${all} responses${done === all ? '\n' : ''}`)
  }
  const result = await exportSite(config, folder, { date, worker, warn, onProgress })
  const counts = `${result.files} files of ${result.date} (${result.written} changed, ${result.removed} removed)`
  process.stdout.write(`${folder}: ${counts}\n${worker ? '' : `\n${differences}\n`}`)
}

const differences = `A static host has no:
- MCP server (/mcp) and health checks (/healthz, /readyz): no page and no document mentions them
- Markdown by Accept: use the .md URLs. deploy/ has sites of nginx and Caddy that choose by Accept
- JSON errors for unknown paths of the API, 405 and 406: the host sends 404.html or its own error
- headers that differ from page to page: the canonical and alternate links in Link, X-Markdown-Tokens, Content-Language
GitHub Pages reads neither _headers nor _redirects. docs/export.md lists the differences of each host.`
