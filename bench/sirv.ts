import { createServer } from 'node:http'
import sirv from 'sirv'

/** sirv as in its guide, with precompressed files. */
const [port, folder = ''] = process.argv.slice(2)

createServer(sirv(folder, { etag: true, maxAge: 300, brotli: true, gzip: true })).listen(
  Number(port),
  '127.0.0.1'
)
