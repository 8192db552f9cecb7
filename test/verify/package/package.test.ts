// Packs the project and uses the package as an owner does: with nothing but the tarball and the registry.
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { folderWith } from '../../helper.ts'
import { container, testContainer } from './container.ts'
import { addService, npmOptions, read, run, runInit, serve, writeRepository } from './folder.ts'
import { testPublication } from './publish.ts'

const root = folderWith(t, {})

const readDependency = (folder: string): string =>
  JSON.parse(read(folder, 'package.json')).dependencies['business-facts']

t.test('the package', { timeout: 1_500_000 }, async (t) => {
  const { stdout } = await run('.', 'npm', 'pack', '--silent', '--pack-destination', root)
  const tarball = join(root, stdout.trim().split('\n').at(-1) ?? '')

  for (const example of [undefined, ...readdirSync('examples').filter((name) => /^[a-z-]+$/.test(name))]) {
    t.test(example ?? 'a business of which only the name is known', async (t) => {
      const name = example ?? 'my-shop'
      const folder = join(root, name)
      const options = example === undefined ? [] : ['--example', example]
      await runInit(root, [tarball], name, ...options)
      t.equal(readDependency(folder), `file:${tarball.slice(root.length + 1)}`)
      await run(folder, 'npm', 'install', ...npmOptions)
      t.match((await run(folder, 'npm', 'run', 'check')).stdout, 'data: no problems')
      const mistake = await run(folder, 'npx', 'business-facts', 'serv').catch((error: unknown) => error)
      t.match(mistake, { code: 2, stderr: /Did you mean "serve"\?/ })
      for (const file of readdirSync(join(folder, 'data')).filter((name) => name.endsWith('.json'))) {
        const schema = read(folder, 'data', JSON.parse(read(folder, 'data', file)).$schema)
        t.notMatch(schema, /"\$ref": "[^#]/, `the schema of ${file} is in the package, and needs no other`)
      }

      const { url, pid, child, logged } = await serve(t, folder)
      t.match(read(`/proc/${pid}/cmdline`), 'node\0--max-semi-space-size=4\0--heap-growing-percent=25\0')
      for (const amount of ['120', '340']) {
        addService(folder, amount)
        const reloaded = logged('reloaded')
        await (amount === '120' ? process.kill(pid, 'SIGHUP') : run(folder, 'npm', 'run', 'reload'))
        await reloaded
        const response = await fetch(`${url}/api/v1/services/added.json`)
        t.match(await response.json(), { price: { amount } })
      }
      t.match(await (await fetch(`${url}/services/added/`)).text(), /340/)
      child.kill('SIGTERM')
      await once(child, 'exit')
      await t.rejects(fetch(url), 'SIGTERM to npm stops the server')
      t.match((await run(folder, 'npm', 'run', 'audit')).stdout, / passed, 0 failed, /)

      await t.test('in its container', container, (t) => testContainer(t, folder))
    })
  }

  for (const host of readdirSync('starter/hosts'))
    t.test(`publishes a folder on ${host}`, (t) => testPublication(t, root, tarball, host))

  t.test('depends on the git URL, with the commit, from which init ran', async (t) => {
    const address = await writeRepository(t, tarball)
    await runInit(root, [address], 'git-shop')
    const folder = join(root, 'git-shop')
    const [dependency, commit] = readDependency(folder).split('#')
    t.match(commit, /^[0-9a-f]{40}$/)
    t.equal(dependency, address.split('#')[0])
    await run(folder, 'npm', 'install', ...npmOptions)
    t.match((await run(folder, 'npm', 'run', 'check')).stdout, 'data: no problems')
  })

  t.test('downloads nothing at run time and needs no development dependency', async (t) => {
    const { dependencies } = JSON.parse(
      (await run(join(root, 'my-shop'), 'npm', 'ls', '--json', '--omit=dev')).stdout
    )
    const own = JSON.parse(read('package.json'))
    t.same(Object.keys(dependencies), [own.name])
    const { packages } = JSON.parse(read(root, 'my-shop/package-lock.json'))
    for (const name of ['tap', 'tsx', 'typescript', '@biomejs/biome', 'playwright-core']) {
      t.ok(own.devDependencies[name], name)
      t.notOk(packages[`node_modules/${name}`], name)
    }
    const installed = JSON.parse(read(root, 'my-shop/node_modules/.package-lock.json')).packages
    const documented = /The package is ([\d.]+) MB\..* about (\d+) packages/.exec(read('docs/commands.md'))
    t.equal((statSync(tarball).size / 1e6).toFixed(1), documented?.[1], 'the packed size is documented')
    const count = Object.keys(installed).length
    const isNear = Math.abs(count - Number(documented?.[2])) <= 5
    t.ok(isNear, `the number of packages, ${count}, is documented`)
  })
})
