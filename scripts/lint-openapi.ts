// Checks the OpenAPI document against Redocly's strictest rules. Exits with 1 if there are any problems.
import { buildApp } from '../src/app.ts'
import { readBusiness } from '../src/business/loading/read-business.ts'
import { readConfig } from '../src/config.ts'
import { findOpenapiProblems } from './openapi-problems.ts'

const config = readConfig({ BASE_URL: 'https://nahat.example', ...process.env })
const { fastify } = await buildApp(config, { business: await readBusiness(config) })
const problems = await findOpenapiProblems(JSON.stringify(fastify.swagger()))
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.stdout.write(`openapi.json: ${problems.length} problems\n`)
process.exitCode = problems.length === 0 ? 0 : 1
