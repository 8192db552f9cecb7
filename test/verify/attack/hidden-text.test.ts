import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { dataWith, facts } from '../../helper.ts'
import { startLimited } from './limited-server.ts'

// Texts that look like "שלום" but contain hidden data; test/business/checks/check-text.test.ts has more.
const channels = {
  'direction marks in a row': `שלום${'\u200e\u200f'.repeat(500)}!`,
  'direction marks between spaces': `שלום${' \u200e'.repeat(1000)} !`,
  'variation selectors in a row': `שלום \u2764${'\ufe0f\ufe0e'.repeat(500)}`,
  'joiners in a row': `שלום${'\u200c\u200d'.repeat(500)}`,
  'tag characters': `שלום🏴${'\u{e0061}'.repeat(1000)}\u{e007f}`
}

t.test('a text with hidden characters is rejected, and the old data is served', async (t) => {
  const dataDir = dataWith(t, {})
  const file = join(dataDir, 'faq.json')
  const { faq } = await facts()
  const server = await startLimited(t, { dataDir })
  for (const [name, answer] of Object.entries(channels)) {
    const categories = [{ name: 'שאלות', items: [{ question: 'שלום?', answer }] }]
    writeFileSync(file, JSON.stringify({ language: faq.language, categories }))
    const failed = server.logged('reload failed, still serving the previous data')
    server.signal('SIGHUP')
    const { problems } = await failed
    t.match(problems, [/faq.json.*: contains an invisible character \(U\+[0-9A-F]{4,5}\)/], name)
  }
})
