import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { calls, cases } from './cases.ts'
import { type Answer, send } from './exchange.ts'

/** What the other servers are given to serve: this server's own bytes. */
export interface Site {
  folder: string
  /** The addresses that have a file in the folder. */
  paths: string[]
  /** What this server answers where there is nothing, as JSON; the file 404.json in the folder. */
  notFound: string
  /** What it answers to each of the calls, by its method, as JSON. */
  called: string
}

/** Writes a file for each case, and beside it the same in br and gzip. */
export async function makeSite(port: number, folder: string): Promise<Site> {
  const paths: string[] = []
  let notFound = ''
  for (const path of new Set(cases.map((item) => item.path))) {
    const { status, body } = await send(port, path)
    if (status === 200) paths.push(path)
    else notFound = body.toString()
    write(folder, status === 200 ? path : '/404.json', body)
  }
  const answers = await Promise.all(calls.map(({ path, headers, body }) => send(port, path, headers, body)))
  const called = JSON.stringify(calls.map(({ name }, index) => [name, answers[index]?.body.toString()]))
  return { folder, paths, notFound, called }
}

function write(folder: string, path: string, body: Buffer) {
  const file = join(folder, path, path.endsWith('/') ? 'index.html' : '')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, body)
  writeFileSync(`${file}.br`, brotliCompressSync(body))
  writeFileSync(`${file}.gz`, gzipSync(body))
}

// Node adds these to any answer.
const added = ['date', 'connection', 'keep-alive', 'transfer-encoding']

/** Writes an answer for raw.ts to replay; gives the file. */
export function writeAnswer(folder: string, { status, headers, body }: Answer): string {
  const file = join(folder, 'answer.json')
  const own = headers.filter(([name]) => !added.includes(name.toLowerCase()))
  writeFileSync(
    file,
    JSON.stringify({ status, headers: Object.fromEntries(own), body: body.toString('base64') })
  )
  return file
}
