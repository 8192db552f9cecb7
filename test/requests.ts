import { call } from '../harness/exchange.ts'

/** A call of a tool that succeeds. */
export const toolCall = call('tools/call', { name: 'get_service', arguments: { id: 'leads' } })
