// Checks the OpenAPI document of the data by Redocly's strictest rules; exit 1 on any problem.
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { readBusiness } from '../src/read-business.ts'
import { openapiProblems } from './openapi-problems.ts'

const config = readConfig({ BASE_URL: 'https://nahat.example', ...process.env })
const { fastify } = await buildApp(config, { business: readBusiness(config) })
const problems = await openapiProblems(JSON.stringify(fastify.swagger()))
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.stdout.write(`openapi.json: ${problems.length} problems\n`)
process.exitCode = problems.length === 0 ? 0 : 1
