import type { RequestListener } from 'node:http'
import type { Duplex } from 'node:stream'
import type { LimitLog } from './limit-log.ts'

/**
 * The open connections of a server, at most `max` of them: a new one closes the one whose last request came first. So
 * idle and slow clients lock nobody out.
 */
export class Connections {
  readonly #max: number
  readonly #limitLog: LimitLog
  // In the order of their last request, or of their start if none has come yet.
  readonly #sockets = new Set<Duplex>()

  constructor(max: number, limitLog: LimitLog) {
    this.#max = max
    this.#limitLog = limitLog
  }

  add(socket: Duplex): void {
    this.#makeRoom()
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
  }

  /** Answers as the listener does, and notes which connection each request came on. */
  watch(listener: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request
      if (this.#sockets.delete(socket)) this.#sockets.add(socket)
      listener(request, response)
    }
  }

  #makeRoom(): void {
    for (const oldest of this.#sockets) {
      if (this.#sockets.size < this.#max) return
      this.#sockets.delete(oldest)
      oldest.destroy()
      this.#limitLog.count('connections')
    }
  }
}
