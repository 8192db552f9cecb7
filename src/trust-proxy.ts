import { isIP } from 'node:net'

/** The proxies to trust in X-Forwarded-For: a number of hops, or addresses and networks. */
export type TrustProxy = number | string[]

const maxHops = 99
const words = new Map([
  ['true', 1],
  ['false', 0]
])

/** Reads the setting TRUST_PROXY, which isTrustProxy must accept. */
export const readTrustProxy = (text: string): TrustProxy =>
  words.get(text) ?? (/^\d+$/.test(text) ? Number(text) : text.split(',').map((part) => part.trim()))

/** Returns whether a text is a number of hops, true or false, or a list of addresses and networks (CIDR). */
export function isTrustProxy(text: string): boolean {
  const proxies = readTrustProxy(text)
  return typeof proxies === 'number' ? proxies <= maxHops : proxies.every(isNetwork)
}

function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d+))?$/.exec(text) ?? []
  const maxBits = isIP(address) === 6 ? 128 : 32
  return isIP(address) !== 0 && (bits === undefined || (Number(bits) >= 1 && Number(bits) <= maxBits))
}

/**
 * Returns the option `trustProxy` of Fastify. A number of hops becomes a function, because Fastify trusts no proxy if
 * it is a number, and every entry, also a forged one, if it is `true`.
 */
export const trustOption = (proxies: TrustProxy) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
