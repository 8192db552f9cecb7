import t from 'tap'
import { introduce } from '../../src/mcp/identity.ts'
import { createSdkHandler } from '../../src/mcp/sdk.ts'
import { modern } from './connect.ts'
import { contextWith } from './context.ts'

t.test('a result that the SDK rejects is a failure of the server, which its log explains', async (t) => {
  const handle = createSdkHandler(introduce(await contextWith(['/'], () => '# Home')))
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search' } }
  const eras = [{ headers: {}, message: call }, modern('tools/call', { name: 'search' })]
  for (const { headers, message } of eras) {
    const request = (content: unknown) =>
      handle(headers, { message, method: 'tools/call', getResult: () => ({ content }), key: undefined }, 0)
    await t.rejects(request('none'), /The SDK rejects the result of tools\/call: .*expected array/)
    t.match(await request([]), { status: 200, text: '{"result":{"content":[]' })
  }
})
