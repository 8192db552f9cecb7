import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import t from 'tap'
import { folderWith } from '../helper.ts'

const { scripts }: { scripts: { build: string; start: string } } = JSON.parse(
  readFileSync('package.json', 'utf8')
)

const extension = extname(import.meta.filename)
const loader = extension === '.ts' ? [`--import=${import.meta.resolve('tsx')}`] : []

t.test('the image', async (t) => {
  t.test('has the script of its build, in the context and in the stage', async (t) => {
    const script = scripts.build.replace('node ', '')
    t.match(readFileSync('.dockerignore', 'utf8'), `\n!${script}\n`)
    t.match(readFileSync('Dockerfile', 'utf8'), `\nCOPY ${script} ${script}\n`)
  })

  t.test('is built on images pinned by digest, in the starter too', async (t) => {
    for (const file of ['Dockerfile', 'starter/folder/Dockerfile']) {
      const images = readFileSync(file, 'utf8').match(/(?<=FROM )node:.*/g) ?? []
      t.ok(images.length > 0, file)
      for (const image of images) t.match(image, /@sha256:[0-9a-f]{64}(?: |$)/, file)
    }
  })

  t.test('has the command of npm start, and a limit of the heap', async (t) => {
    const [node, ...rest] = scripts.start.split(' ').slice(1)
    const at = rest.findIndex((word: string) => !word.startsWith('--'))
    // Node.js 20 does not know the first flag; the server ignores the signal itself. Only the image limits the heap.
    const own = ['--max-old-space-size=80', '--no-maglev']
    const words = [node, '--disable-sigusr1', ...rest.toSpliced(at, 0, ...own)]
    const command = JSON.stringify(words).replaceAll(',', ', ')
    t.match(readFileSync('Dockerfile', 'utf8'), `\nCMD ${command}\n`)
  })

  t.test('has the files that its commands read', async (t) => {
    // Not below this folder, in which the command would find the package.
    const folder = folderWith(t, {})
    for (const name of ['package.json', 'site', 'data']) cpSync(name, join(folder, name), { recursive: true })
    cpSync(resolve(import.meta.dirname, '../../src'), join(folder, 'dist/src'), { recursive: true })
    cpSync('package.json', join(folder, 'dist/package.json'))
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    const { BASE_URL, ...env } = process.env
    const args = [...loader, `dist/src/business-facts${extension}`, 'export', 'public']
    const { stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' })
    t.match(stderr, /^BASE_URL: is missing\./)
  })

  t.test('is verified by checks outside of the repository, and verify says so without them', async (t) => {
    const script = resolve(import.meta.dirname, `../../scripts/verify${extension}`)
    const { status, stdout } = spawnSync(process.execPath, [...loader, script, 'container'], {
      cwd: t.testdir(),
      encoding: 'utf8'
    })
    t.equal(status, 0)
    t.match(stdout, /^container +not run +\d+ {2}\S+\/verify is missing: it is not in this repository/m)
  })
})
