import t from 'tap'
import { Resources } from '../../src/resources/resources.ts'
import { baseUrl } from '../helper.ts'

t.test('redirects › are listed with and without a slash, except where a resource is', async (t) => {
  const redirects = { '/old': `${baseUrl}/new/`, '/kept': '/new/' }
  const resources = new Resources(baseUrl, redirects)
  resources.add([
    ['/kept', { read: async () => undefined }],
    ['/new/', { read: async () => undefined }]
  ])
  t.same(resources.listRedirects(), [
    ['/old', '/new/'],
    ['/old/', '/new/'],
    ['/kept/', '/new/']
  ])
})
