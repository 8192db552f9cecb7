import { once } from 'node:events'
import type { Server } from 'node:http'
import { codeOf } from './business/error-code.ts'
import { fieldOf } from './business/json-value.ts'

// By the code of the error: the setting that has the bad value, the problem, and the correction.
const explanations: Record<string, { setting: 'HOST' | 'PORT'; problem: string }> = {
  EADDRINUSE: {
    setting: 'PORT',
    problem: 'is already in use. Stop the other process, or set another port'
  },
  EACCES: {
    setting: 'PORT',
    problem: 'needs more rights than this user has. Set a port from 1024, and put a proxy in front'
  },
  EADDRNOTAVAIL: {
    setting: 'HOST',
    problem:
      'is not an address of this machine. Set 0.0.0.0 for every address, or 127.0.0.1 for this machine only'
  },
  EINVAL: {
    setting: 'HOST',
    problem:
      'is not an address to listen on. Set 0.0.0.0 for every address, or 127.0.0.1 for this machine only'
  },
  ENOTFOUND: {
    setting: 'HOST',
    problem: 'is a name without an address. Set an IP address, such as 0.0.0.0 or 127.0.0.1'
  }
}
const aliases: Record<string, string> = { EAFNOSUPPORT: 'EADDRNOTAVAIL', EAI_AGAIN: 'ENOTFOUND' }

/** Returns one line that names the setting because of which a server cannot listen. */
export function explainListenError(
  { code, message }: { code: string; message: string },
  { port, host, prefix }: { port: number; host: string; prefix: '' | 'METRICS_' }
): string {
  const explanation = explanations[aliases[code] ?? code]
  if (explanation === undefined) return `${prefix}HOST, ${prefix}PORT: ${message}`
  const { setting, problem } = explanation
  return `${prefix}${setting}: ${setting === 'PORT' ? port : `"${host}"`} ${problem}.`
}

/** Listens on an address. Rejects with one line that names the setting, with a prefix, if the server cannot. */
export async function listen(
  server: Server,
  port: number,
  host: string,
  prefix: '' | 'METRICS_' = ''
): Promise<void> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const code = String(codeOf(error))
    const message = String(fieldOf(error, 'message'))
    throw new Error(explainListenError({ code, message }, { port, host, prefix }))
  }
}
