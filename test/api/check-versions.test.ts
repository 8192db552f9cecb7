import { Type } from '@sinclair/typebox'
import t from 'tap'
import { checkVersions } from '../../src/api/api.ts'
import type { ApiVersion, Operation } from '../../src/business/operation.ts'
import { build, v1 } from '../helper.ts'
import { v2 } from './v2/version.ts'

const review = Type.Object({ stars: Type.Integer() }, { $id: 'Review', description: 'A review.' })
const reviews: Operation = {
  operationId: 'getReview',
  path: '/review.json',
  tag: 'Reviews',
  summary: 'Get the review',
  description: 'What a client thinks.',
  questions: [],
  schema: review,
  read: () => ({ stars: 5 })
}
const withRows = (...rows: Operation[]): ApiVersion => ({ ...v1, operations: [...v1.operations, ...rows] })
const other = Type.Object({ stars: Type.Number() }, { $id: 'Review', description: 'A review.' })

t.test('versions pass the check', async (t) => {
  const valid: Record<string, ApiVersion[]> = {
    'if there is one': [v1],
    'if there are two': [v1, v2],
    'if one schema is in both, unchanged': [withRows(reviews), { ...v2, operations: [reviews] }],
    'if one schema is twice in a version': [
      withRows(reviews, { ...reviews, operationId: 'getLast', path: '/last.json' })
    ]
  }
  for (const [name, versions] of Object.entries(valid)) t.doesNotThrow(() => checkVersions(versions), name)
})

t.test('invalid versions fail the check and the start, with one line', async (t) => {
  const invalid: Record<string, { versions: ApiVersion[]; message: string }> = {
    'if an operationId repeats': {
      versions: [v1, { ...v2, operations: [reviews, { ...reviews, path: '/again.json' }] }],
      message: 'Two operations have the operationId getReviewV2. Rename one of them.'
    },
    'if an operationId is that of the OpenAPI document': {
      versions: [withRows({ ...reviews, operationId: 'openapi' })],
      message: 'Two operations have the operationId openapi. Rename one of them.'
    },
    'if two schemas have one $id': {
      versions: [
        withRows(reviews, { ...reviews, operationId: 'getLast', path: '/last.json', schema: other })
      ],
      message: 'Two different schemas have the $id Review. Rename one of them.'
    },
    'if a schema has the $id of the errors': {
      versions: [withRows({ ...reviews, schema: { ...review, $id: 'Error' } })],
      message: 'Two different schemas have the $id Error. Rename one of them.'
    },
    'if a body is not an object': {
      versions: [withRows({ ...reviews, schema: Type.Array(review) })],
      message: 'getReview: the body must be an object, got array. Put it into a field.'
    }
  }
  for (const [name, { versions, message }] of Object.entries(invalid)) {
    t.throws(() => checkVersions(versions), { message }, name)
    await t.rejects(build(t, { versions }), { message }, name)
  }
})
