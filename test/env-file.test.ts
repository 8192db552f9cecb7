import { join } from 'node:path'
import t, { type Test } from 'tap'
import { addEnvFile } from '../src/cli/cli.ts'

/** Returns the environment after a file with this text was added to one that has PORT and an empty HOST. */
function read(t: Test, text: string) {
  const environment: NodeJS.ProcessEnv = { PORT: '1', HOST: '' }
  addEnvFile(environment, join(t.testdir({ '.env': text }), '.env'))
  return environment
}

t.test('.env', async (t) => {
  t.test('adds settings, and the environment wins', async (t) => {
    const text =
      '\uFEFF# comment\r\n\r\nPORT=2\r\nHOST=a\r\nexport DATA_DIR = "my data" # note\nSITE_DIR=\'a\nb\'\nLOG_LEVEL='
    t.same(read(t, text), {
      PORT: '1',
      HOST: '',
      DATA_DIR: 'my data',
      SITE_DIR: 'a\nb',
      LOG_LEVEL: ''
    })
  })

  t.test('may be missing', async (t) => {
    const environment = {}
    addEnvFile(environment, join(t.testdir({}), '.env'))
    t.same(environment, {})
  })

  t.test('is rejected in one line if it is malformed or cannot be read', async (t) => {
    t.throws(() => read(t, 'HOST=a\nPORT 3000\n'), {
      message: /\.env:2: must be NAME=value, got "PORT 3000"\. Correct the line, or start it with #\.$/
    })
    t.throws(() => read(t, 'HOST="a"\nSITE_DIR="b\nPORT=3'), {
      message: /\.env:2: a value has no " at its end\. Write it there, or delete the first one\.$/
    })
    const folder = t.testdir({ '.env': {} })
    t.throws(() => addEnvFile({}, join(folder, '.env')), { message: /\.env: cannot be read \(EISDIR\)/ })
  })
})
