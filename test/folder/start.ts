import type { Test } from 'tap'
import { buildWhole, facts, folderWith } from '../helper.ts'
import { callMcp } from '../requests.ts'
import { englishData } from '../site/sample.ts'

export const text = (fields: string, body: string) => `---\n${fields}\n---\n${body}`

/** The documents that list the pages. */
export const lists = ['/sitemap-1.xml', '/sitemap.md', '/llms.txt', '/llms-full.txt']

/** Builds an app of a business in English with these files in its site folder, and collects the messages that it logs. */
export async function start(t: Test, files: Record<string, string | Buffer>, options = {}) {
  const siteDir = folderWith(t, files)
  const messages: string[] = []
  const warn = (message: string) => void messages.push(message)
  const app = await buildWhole(t, { business: await facts(englishData), warn, ...options }, { siteDir })
  const get = (url: string, headers = {}) => app.fastify.inject({ url, headers })
  const call = async (method: string, params: object) =>
    JSON.stringify(await callMcp(app.fastify, method, params))
  return { siteDir, messages, get, check: app.checkSite, call }
}
