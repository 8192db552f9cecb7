import { Type } from '@sinclair/typebox'
import { isObject } from '../../../src/base/json-value.ts'
import { type ApiVersion, type Operation, operations } from '../../../src/business/operations.ts'
import * as v1 from '../../../src/business/schemas/services.ts'
import { writeCatalog } from '../../../src/business/v1.ts'

// The breaking change of v2: `from_ils` of a service has become `starting_price`.
const rename = (service: unknown) => {
  if (!isObject(service)) return undefined
  const { from_ils, ...rest } = service
  return { ...rest, starting_price: from_ils }
}

const { from_ils: starting_price, ...example } = v1.ServiceCatalog.properties.examples.items.properties
const Example = Type.Object(
  { ...example, starting_price },
  { $id: 'Example', description: 'A concrete automation with its starting price.' }
)

const ServiceCatalog = Type.Object(
  {
    ...v1.ServiceCatalog.properties,
    examples: Type.Array(Example, { description: 'Concrete automations.' })
  },
  { $id: 'ServiceCatalog', description: 'What the business offers, with starting prices.' }
)

const { from_ils: _, ...service } = v1.Service.properties
const Service = Type.Object(
  { ...service, starting_price },
  { $id: 'Service', description: 'One service with its starting price.' }
)

function change(row: Operation): Operation {
  if (row.operationId === 'listServices')
    return {
      ...row,
      schema: ServiceCatalog,
      read: ({ catalog }) => {
        const services = writeCatalog(catalog)
        return { ...services, examples: services.examples.map(rename) }
      }
    }
  return row.operationId === 'getService'
    ? { ...row, schema: Service, read: (...place) => rename(row.read(...place)) }
    : row
}

export const v2: ApiVersion = { name: 'v2', operations: operations.map(change) }
