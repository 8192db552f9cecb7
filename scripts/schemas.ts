// Writes the JSON Schema of each data file to data/schema/, for editors.
import { mkdir, writeFile } from 'node:fs/promises'
import { dataFiles } from '../src/business/business.ts'
import { editorSchema } from '../src/business/checks/check-schemas.ts'

await mkdir('data/schema', { recursive: true })
for (const [name, { schema }] of Object.entries(dataFiles)) {
  await writeFile(`data/schema/${name}.schema.json`, `${JSON.stringify(editorSchema(schema), null, 2)}\n`)
}
