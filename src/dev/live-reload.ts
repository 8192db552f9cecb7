import type { IncomingMessage, ServerResponse } from 'node:http'

// A path that no file of SITE_DIR can have, because names that start with a dot are never served.
const scriptPath = '/.dev/reload.js'
const eventsPath = '/.dev/events'
// A browser opens one per tab.
const maxStreams = 32

const script = `const { version } = document.currentScript.dataset
new EventSource('${eventsPath}').onmessage = ({ data }) => {
  if (data !== version) location.reload()
}
`

/** Reloads the pages that browsers show when the site changes, by server-sent events. */
export class LiveReload {
  readonly #browsers = new Set<ServerResponse>()
  // Another after each start, because the server may have changed too.
  #version = Date.now()

  get element(): string {
    return `<script src="${scriptPath}" data-version="${this.#version}"></script>\n`
  }

  /** Serves the script and the events; returns whether the request is for one of them. */
  handle({ url }: IncomingMessage, response: ServerResponse): boolean {
    if (url === scriptPath) response.setHeader('content-type', 'text/javascript').end(script)
    else if (url === eventsPath) this.#open(response)
    else return false
    return true
  }

  reload(): void {
    this.#version += 1
    for (const response of this.#browsers) this.#send(response)
  }

  #open(response: ServerResponse): void {
    response.setHeader('content-type', 'text/event-stream').write('retry: 500\n')
    this.#send(response)
    this.#browsers.add(response)
    response.on('close', () => this.#browsers.delete(response))
    const [oldest] = this.#browsers
    if (this.#browsers.size > maxStreams) oldest?.destroy()
  }

  /** Sends the version, or closes the stream of a browser that reads nothing; one that reads again opens another. */
  #send(response: ServerResponse): void {
    if (!response.write(`data: ${this.#version}\n\n`)) response.destroy()
  }
}
