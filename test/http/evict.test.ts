import t from 'tap'
import { Kept } from '../../src/http/kept.ts'
import { Representation } from '../../src/http/representation.ts'
import { Resource } from '../../src/http/resource.ts'

const resource = async (bytes: number) => {
  const made = new Resource(new Representation('x'.repeat(bytes), 'text/plain'))
  await made.answer({})
  return made
}

t.test('what is kept', async (t) => {
  t.test('stays within its bytes: what nobody asks for goes first', async (t) => {
    const kept = new Kept(3000)
    kept.set('/a', await resource(1000))
    kept.set('/b', await resource(1000))
    kept.set('/c', await resource(1000))
    t.equal(kept.size, 3000)
    t.ok(kept.get('/a'))
    kept.set('/d', await resource(1000))
    t.equal(kept.size, 3000)
    t.ok(kept.get('/a'), 'asked for')
    t.notOk(kept.get('/b'), 'not asked for')
    t.ok(kept.get('/c') && kept.get('/d'))
  })

  t.test('is counted once, with every body that is added to it', async (t) => {
    const kept = new Kept(10_000)
    const growing = await resource(1000)
    kept.set('/a', growing)
    await growing.answer({ 'accept-encoding': 'gzip' })
    kept.set('/a', growing)
    t.ok(kept.size > 1000 && kept.size < 1100)
  })

  t.test('does not make way for what is larger than all of it', async (t) => {
    const kept = new Kept(500)
    kept.set('/a', await resource(400))
    kept.get('/a')
    kept.set('/b', await resource(1000))
    t.ok(kept.get('/a'))
    t.notOk(kept.get('/b'))
  })
})
