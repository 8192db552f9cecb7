import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { health } from './limited-server.ts'

/**
 * Opens connections to the server and sends the same bytes over each, 200 at a time. Waits until the server has accepted
 * each batch, which a response on a later connection proves.
 */
export async function openMany(port: number, count: number, bytes: Buffer | string = ''): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const batch = Array.from({ length: Math.min(200, count - sockets.length) }, () => {
      const socket = connect(port, '127.0.0.1')
      // The server may close any of them.
      socket.on('error', () => {})
      return socket
    })
    await Promise.all(batch.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])))
    for (const socket of batch) socket.write(bytes)
    await health(port)
    sockets.push(...batch)
  }
  return sockets
}

export function closeAll(sockets: Socket[]): void {
  for (const socket of sockets) socket.destroy()
}
