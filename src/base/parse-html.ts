import { type Document, DomHandler } from 'domhandler'
import { Parser } from 'htmlparser2'

// The parser takes hours for a page that nests a million elements. Browsers allow 512.
const maxDepth = 5000
// Each takes about 500 bytes.
const maxElements = 200_000

/** Stops at elements that are nested too deep, and at too many elements, before their tree fills the memory. */
class BoundedHandler extends DomHandler {
  #elements = 0

  override onopentag(name: string, attribs: Record<string, string>): void {
    super.onopentag(name, attribs)
    this.#elements += 1
    if (this.#elements > maxElements) throw new Error(`has more than ${maxElements} elements`)
    if (this.tagStack.length > maxDepth) throw new Error(`nests elements more than ${maxDepth} deep`)
  }
}

/** Parses HTML. Throws, with a predicate about the page, if it nests elements too deep or has too many. */
export function parseHtml(html: string): Document {
  const handler = new BoundedHandler()
  new Parser(handler).end(html)
  return handler.root
}
