import t from 'tap'
import { runToEnd } from './process.ts'

t.test('.env', async (t) => {
  /** Returns why a command fails in a folder with this file, after settings in the environment. */
  const failureWith = (text: string | Record<string, string>, settings = {}) =>
    runToEnd(['registry'], settings, t.testdir({ '.env': text, data: {}, site: {} })).stderr

  t.test('adds settings, and the environment wins, also with an empty value', async (t) => {
    const text =
      '\uFEFF# comment\r\n\r\nPORT=2x\r\nBASE_URL=https://a.example\r\nexport DATA_DIR = "my data" # note\r\n'
    t.match(failureWith(text, { PORT: '1' }), /^DATA_DIR: the folder "my data" does not exist\./)
    const url = { BASE_URL: '', PORT: '1', DATA_DIR: 'data' }
    t.match(failureWith(text, url), /^BASE_URL: must be .*, got "http:\/\/localhost:1"\./)
    t.match(failureWith('PORT=1\n \nSITE_DIR=b'), /^SITE_DIR: the folder "b" does not exist\./)
    t.match(failureWith('PORT=1\n\tSITE_DIR=b'), /^SITE_DIR: the folder "b" does not exist\./)
    t.match(failureWith("SITE_DIR='a\nb'\nLOG_LEVEL="), /^SITE_DIR: the folder "a\nb" does not exist\./)
  })

  t.test('is rejected in one line if it is malformed or cannot be read', async (t) => {
    for (const [text, message] of [
      [
        'HOST=a\nPORT 3000\n',
        '.env:2: must be NAME=value, got "PORT 3000". Correct the line, or start it with #.'
      ],
      [
        'export  HOST=a\n',
        '.env:1: must be NAME=value, got "export  HOST=a". Correct the line, or start it with #.'
      ],
      [
        'HOST\t=a\n',
        '.env:1: must be NAME=value, got "HOST\\u0009=a". Correct the line, or start it with #.'
      ],
      [
        'HOST="a"\nSITE_DIR="b\nPORT=3',
        '.env:2: a value has no " at its end. Write it there, or delete the first one.'
      ]
    ] as const)
      t.equal(failureWith(text), `${message}\n`)
    t.match(failureWith({}), /^\.env: cannot be read \(EISDIR\)\. .*\n$/)
  })
})
