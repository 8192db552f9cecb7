/** A request that is measured. */
export interface Case {
  name: string
  path: string
  headers: Record<string, string>
  /** The request carries the entity tag that the server gives: the answer is 304. */
  revalidates?: boolean
}

export const list = '/api/v1/faq.json'

export const cases: Case[] = [
  { name: 'list', path: list, headers: {} },
  { name: 'item', path: '/api/v1/services/leads.json', headers: {} },
  { name: 'list, br', path: list, headers: { 'accept-encoding': 'br' } },
  { name: 'list, 304', path: list, headers: {}, revalidates: true },
  { name: '404', path: '/api/v1/nothing.json', headers: {} },
  { name: 'openapi.json', path: '/openapi.json', headers: {} }
]
