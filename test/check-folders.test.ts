import { join } from 'node:path'
import t from 'tap'
import { checkFolders } from '../src/check-folders.ts'

t.test('the folders of the settings', async (t) => {
  const folder = t.testdir({ data: {}, site: {}, file: '' })
  const dataDir = join(folder, 'data')
  const siteDir = join(folder, 'site')

  t.test('pass if they can be read', async (t) => {
    t.doesNotThrow(() => checkFolders({ dataDir, siteDir }))
  })

  t.test('are named with their setting if they cannot be read', async (t) => {
    const file = join(folder, 'file')
    t.throws(() => checkFolders({ dataDir, siteDir: file }), {
      message: `SITE_DIR: the folder "${file}" is a file. Set the folder that contains it.`
    })
    const missing = join(folder, 'nowhere')
    t.throws(() => checkFolders({ dataDir: missing, siteDir }), {
      message: `DATA_DIR: the folder "${missing}" does not exist. Create it, or set another folder.`
    })
    const inFile = join(folder, 'file/data')
    t.throws(() => checkFolders({ dataDir: inFile, siteDir }), {
      message: `DATA_DIR: the folder "${inFile}" cannot be read (ENOTDIR). Allow the user of the server to read it, or set another folder.`
    })
  })
})
