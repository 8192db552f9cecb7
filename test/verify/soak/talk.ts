import { connect } from 'node:net'

/**
 * Sends bytes over a new connection, half-closes it, and returns all bytes until the server closes it, in latin1. A reset
 * counts as a close. Rejects after a minute.
 */
export const talk = (port: number, bytes: Buffer | string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    const late = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no close within a minute: ${JSON.stringify(bytes.toString('latin1').slice(0, 300))}`))
    }, 60_000)
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(late)
      resolve(Buffer.concat(chunks).toString('latin1'))
    })
    socket.end(bytes)
  })

/** Returns the status of each response in the bytes. */
export const statuses = (text: string): number[] =>
  Array.from(text.matchAll(/(?:^|\r\n\r\n[^\r]*?)HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status))
