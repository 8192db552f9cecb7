import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Test } from 'tap'
import { listen } from '../../helper.ts'
import { read, run } from './folder.ts'

/** Writes a git repository of the unpacked tarball, tagged v1.0.0. Returns its address. */
export async function writeRepository(t: Test, tarball: string): Promise<string> {
  const root = t.testdir({})
  await run(root, 'tar', '-xzf', tarball)
  const folder = join(root, 'package')
  const {
    scripts: _scripts,
    devDependencies: _dependencies,
    ...manifest
  } = JSON.parse(read(folder, 'package.json'))
  // The code is built already, so npm need not install a compiler.
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  const commands = [
    'init --quiet',
    'add --all',
    '-c user.name=test -c user.email=test@business.example commit --quiet --message Built',
    'tag v1.0.0'
  ]
  for (const command of commands) await run(folder, 'git', ...command.split(' '))
  return `git+file://${folder}#v1.0.0`
}

/** Serves a registry that has the tarball, and redirects other requests to the configured one. Returns its URL. */
export async function serveRegistry(t: Test, tarball: string): Promise<string> {
  const { stdout } = await run('.', 'npm', 'config', 'get', 'registry')
  const { stdout: listing } = await run('.', 'tar', '-xzOf', tarball, 'package/package.json')
  const manifest: { name: string; version: string } = JSON.parse(listing)
  const { name, version } = manifest
  const path = `/${name}/-/${basename(tarball)}`
  return listen(t, (request, response) => {
    const dist = { tarball: `http://${request.headers.host}${path}` }
    if (request.url === `/${name}`) {
      const versions = { [version]: { ...manifest, dist } }
      response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }))
    } else if (request.url === path) response.end(readFileSync(tarball))
    else response.writeHead(302, { location: `${stdout.trim().replace(/\/$/, '')}${request.url}` }).end()
  })
}
