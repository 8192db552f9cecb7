import { readFileSync } from 'node:fs'
import t from 'tap'

const { scripts }: { scripts: { build: string } } = JSON.parse(readFileSync('package.json', 'utf8'))

t.test('the image › has the script of its build, in the context and in the stage', (t) => {
  const script = scripts.build.replace('node ', '')
  t.match(readFileSync('.dockerignore', 'utf8'), `\n!${script}\n`)
  t.match(readFileSync('Dockerfile', 'utf8'), `\nCOPY ${script} ${script}\n`)
  t.end()
})
