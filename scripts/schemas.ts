// Writes data/schema/: the JSON Schema of each data file, for editors.
import { mkdir, writeFile } from 'node:fs/promises'
import { editorSchema } from '../src/business/file-schema.ts'
import { fileSchemas } from '../src/business/load.ts'
import { operations } from '../src/business/operations.ts'

await mkdir('data/schema', { recursive: true })
for (const [name, schema] of Object.entries(fileSchemas(operations))) {
  await writeFile(`data/schema/${name}.schema.json`, `${JSON.stringify(editorSchema(schema), null, 2)}\n`)
}
