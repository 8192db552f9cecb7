import { call, type HttpRequest } from '../harness/exchange.ts'

export interface Case extends HttpRequest {
  name: string
  /** Whether to send the ETag of the server in If-None-Match, so the response is 304. */
  revalidates?: boolean
}

const list = '/api/v1/faq.json'
const page = '/pricing/'

export const cases: Case[] = [
  { name: 'list', path: list },
  { name: 'item', path: '/api/v1/services/leads.json' },
  { name: 'list, br', path: list, headers: { 'accept-encoding': 'br' } },
  { name: 'list, 304', path: list, revalidates: true },
  { name: '404', path: '/api/v1/nothing.json' },
  { name: 'openapi.json', path: '/openapi.json' },
  { name: 'page', path: page },
  { name: 'page, br', path: page, headers: { 'accept-encoding': 'br' } },
  { name: 'page, 304', path: page, revalidates: true },
  { name: 'Markdown', path: page, headers: { accept: 'text/markdown' } },
  { name: 'tools/list', ...call('tools/list', {}) },
  { name: 'tools/call', ...call('tools/call', { name: 'get_service', arguments: { id: 'leads' } }) }
]
