import type { Operation } from '../business/operation.ts'
import type { SurfaceContext } from '../surfaces/surface-context.ts'
import { libraryTools } from './library-tools.ts'
import { describeTool, getToolName } from './operation-tools.ts'

type Context = Pick<SurfaceContext, 'business' | 'now'>

/**
 * Returns the tools as the site documents them, each with a question that it answers: `{subject}` stands for `subject`,
 * which is in the language of the business.
 */
export const describeTools = (operations: Operation[], context: Context) =>
  [
    ...operations.map((operation) => ({
      name: getToolName(operation),
      description: describeTool(operation, context),
      questions: operation.questions
    })),
    ...Object.values(libraryTools).map((tool) => ({ ...tool, description: tool.describe(context.business) }))
  ].map(({ name, description, questions }) => {
    const candidates = questions.map(([question, read]) => ({ question, subject: read(context.business) }))
    const { question, subject = '' } = candidates.find(({ subject }) => subject !== undefined) ?? {}
    return { name, description, ...(question !== undefined && { question }), subject }
  })
