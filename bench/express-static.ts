import express from 'express'

/** Express as in its guide: a folder of files, and JSON for a 404. */
const [port, folder = ''] = process.argv.slice(2)
const notFound: unknown = JSON.parse(process.env.NOT_FOUND ?? 'null')

const app = express()
app.use(express.static(folder))
app.use((_request, response) => {
  response.status(404).json(notFound)
})
app.listen(Number(port), '127.0.0.1')
