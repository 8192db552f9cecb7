import { connect } from 'node:net'

/**
 * Sends bytes over a connection of their own and ends it, as far as this side goes; all that comes back until the other
 * side ends it too, in latin1. Rejects where that takes longer than 10 s; a reset is an end.
 */
export const talk = (port: number, bytes: Buffer | string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    const late = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no end within 10 s: ${JSON.stringify(bytes.toString('latin1').slice(0, 300))}`))
    }, 10_000)
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(late)
      resolve(Buffer.concat(chunks).toString('latin1'))
    })
    socket.end(bytes)
  })

/** The status of each answer that came, by the lines at which one begins. */
export const statuses = (text: string): number[] =>
  Array.from(text.matchAll(/(?:^|\r\n\r\n[^\r]*?)HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status))
