import type { Business } from '../business/business.ts'
import type { Operation } from '../business/operation.ts'
import { libraryTools } from './library-tools.ts'
import { getToolName } from './operation-tools.ts'

/**
 * Returns the tools as the site documents them, each with a question that it answers: `{subject}` stands for `subject`,
 * which is in the language of the business.
 */
export const describeTools = (
  operations: Pick<Operation, 'operationId' | 'description' | 'questions'>[],
  business: Business
) =>
  [
    ...operations.map((operation) => ({ ...operation, name: getToolName(operation) })),
    ...Object.values(libraryTools).map((tool) => ({ ...tool, description: tool.describe(business) }))
  ].map(({ name, description, questions }) => {
    const candidates = questions.map(([question, read]) => ({ question, subject: read(business) }))
    const { question, subject = '' } = candidates.find(({ subject }) => subject !== undefined) ?? {}
    return { name, description, ...(question !== undefined && { question }), subject }
  })
