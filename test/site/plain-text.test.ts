import t from 'tap'
import { buildWhole, facts } from '../helper.ts'
import { compareForms, findJoined } from './plain-text.ts'

for (const dataDir of ['test/fixtures/hebrew', 'test/fixtures/guesthouse']) {
  t.test(`the pages of ${dataDir} without a style sheet`, async (t) => {
    const { fastify, site } = await buildWhole(t, { business: await facts(dataDir) }, { dataDir })
    for (const path of [...site.context.resources.pages.keys(), '/nowhere/']) {
      const { body } = await fastify.inject(path)
      t.same(findJoined(body), [], `${path} › has white space between neighbouring links and labels`)
      const amounts = body.match(/>[^<>]*<\/(?:bdi|span)>/g) ?? []
      const hidden = amounts.filter((text) => /[\u00a0\u200e\u200f\u202f\u061c\u2060-\u2069]/.test(text))
      t.same(hidden, [], `${path} › has no invisible characters in amounts and numbers`)
    }
    for (const path of site.context.resources.pages.keys())
      t.same(await compareForms(fastify, path), [], `${path} › has the text of its Markdown`)
  })
}
