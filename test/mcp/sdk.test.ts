import t from 'tap'
import { introduce } from '../../src/mcp/identity.ts'
import { createSdkHandler } from '../../src/mcp/sdk.ts'
import { modern } from './connect.ts'
import { contextWith } from './context.ts'

t.test('a result that the SDK rejects is a failure of the server, which its log explains', async (t) => {
  const handle = createSdkHandler(introduce(await contextWith(['/'], () => '# Home')))
  const method = 'tools/call'
  const call = { jsonrpc: '2.0', id: 1, params: { name: 'search' } }
  const eras = [{ headers: {}, message: call }, modern(method, { name: 'search' })]
  for (const { headers, message } of eras) {
    const parsed = { headers, message: { ...message, method } }
    const request = (content: unknown) => handle({ ...parsed, getResult: () => ({ content }) }, 0)
    await t.rejects(request('none'), /The SDK rejects the result of tools\/call: .*expected array/)
    t.match(await request([]), { status: 200, text: '{"result":{"content":[]' })
  }
})
