import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { calls, cases } from './cases.ts'
import { type RawResponse, send } from './exchange.ts'

/** The response bodies of this server, as files for the other servers. */
export interface Site {
  folder: string
  /** The URL paths with a file in the folder. */
  paths: string[]
  /** The JSON of the 404 response, which is also the file 404.json in the folder. */
  notFound: string
  /** JSON of the MCP responses: pairs of method and body. */
  callResponses: string
}

/** Writes a file for each case, with a br and a gzip copy. */
export async function makeSite(port: number, folder: string): Promise<Site> {
  const paths: string[] = []
  let notFound = ''
  for (const path of new Set(cases.map((item) => item.path))) {
    const { status, body } = await send(port, path)
    if (status === 200) paths.push(path)
    else notFound = body.toString()
    write(folder, status === 200 ? path : '/404.json', body)
  }
  const responses = await Promise.all(calls.map(({ path, headers, body }) => send(port, path, headers, body)))
  const callResponses = JSON.stringify(
    calls.map(({ name }, index) => [name, responses[index]?.body.toString()])
  )
  return { folder, paths, notFound, callResponses }
}

function write(folder: string, path: string, body: Buffer) {
  const file = join(folder, path, path.endsWith('/') ? 'index.html' : '')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, body)
  writeFileSync(`${file}.br`, brotliCompressSync(body))
  writeFileSync(`${file}.gz`, gzipSync(body))
}

// Node.js adds these headers to every response.
const automaticHeaders = ['date', 'connection', 'keep-alive', 'transfer-encoding']

/** Writes a response for raw.ts to replay. Returns the file. */
export function writeResponse(folder: string, { status, headers, body }: RawResponse): string {
  const file = join(folder, 'response.json')
  const own = headers.filter(([name]) => !automaticHeaders.includes(name.toLowerCase()))
  writeFileSync(
    file,
    JSON.stringify({ status, headers: Object.fromEntries(own), body: body.toString('base64') })
  )
  return file
}
