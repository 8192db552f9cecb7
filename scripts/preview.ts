// Serves the pages as they will be, at http://localhost:8080 or the given port: tsx scripts/preview.ts [port] [data]
import { serve } from '../test/browser/serve.ts'

const [port = '8080', dataDir = 'data'] = process.argv.slice(2)
const { baseUrl } = await serve(dataDir, Number(port))
process.stdout.write(`${baseUrl}\n`)
