import { call } from '../harness/exchange.ts'

export const toolCall = call('tools/call', { name: 'get_service', arguments: { id: 'leads' } })
