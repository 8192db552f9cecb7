import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { dataWith } from '../helper.ts'
import { executable } from '../process.ts'

t.test('business-facts photos', async (t) => {
  const dataDir = dataWith(t, {
    'profile#/logo': undefined,
    'profile#/image': { src: '/rooms.jpg', alt: 'חדר' },
    'profile#/gallery': [{ src: '/broken.jpg', alt: 'שבור' }]
  })
  const siteDir = join(dataDir, 'site')
  mkdirSync(siteDir)
  const picture = sharp({ create: { width: 600, height: 400, channels: 3, background: '#a53' } })
  const photo = await picture.jpeg().toBuffer()
  writeFileSync(join(siteDir, 'rooms.jpg'), photo)
  writeFileSync(join(siteDir, 'broken.jpg'), photo.subarray(0, photo.length / 2))
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...executable, ...args], {
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR: dataDir, ...(args.length === 1 && { SITE_DIR: siteDir }) }
    })
    return { status, stdout: stdout.replaceAll(siteDir, 'site'), stderr: stderr.replaceAll(siteDir, 'site') }
  }
  const warning =
    /^cannot make smaller sizes of site\/broken\.jpg, so it is sent as it is \(.+\)\. Save it again as JPEG, with at most 50 million pixels\.$/m

  t.test('writes sizes into the site folder that it gets, and warns about a broken photo', async (t) => {
    t.match(run('photos', siteDir), {
      status: 0,
      stdout:
        /^site\/rooms\.jpg: 4 sizes written\nsite: 4 sizes of photos written, 0 up to date, 0 deleted\n$/,
      stderr: warning
    })
    t.equal(
      readdirSync(siteDir).filter((name) => /^rooms\.\w{12}\.(?:480|600)\.(?:webp|avif)$/.test(name)).length,
      4
    )
    t.match(run('photos').stdout, 'site: 0 sizes of photos written, 4 up to date, 0 deleted')
  })

  t.test('is not needed for check to warn about a broken photo', async (t) => {
    t.match(run('check'), { status: 0, stderr: warning })
  })
})
