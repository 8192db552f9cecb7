/** Drops the port, and the dot at the end of a fully qualified name. */
const nameOf = (host: string): string => host.replace(/\.?(?:(?<!:):\d+)?$/, '').toLowerCase()

// Names below localhost are loopback too (RFC 6761, section 6.3).
const loopback = /^(?:(?:.+\.)?localhost|127\.0\.0\.1|\[::1\])$/
// The name or the id of a container. An attacker can rebind no name of one label.
const singleLabel = /^(?!\d+$)[a-z\d_][a-z\d_-]*$/

/** Checks that prevent DNS rebinding: is a host one of these or loopback, and may a request name it? */
export function createHostRules(...hosts: string[]) {
  const names = hosts.map(nameOf)
  const isOwn = (host: string) => names.includes(nameOf(host)) || loopback.test(nameOf(host))
  return { isOwn, isAllowed: (host: string) => isOwn(host) || singleLabel.test(nameOf(host)) }
}
