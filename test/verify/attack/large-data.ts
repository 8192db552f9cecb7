import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'

export const maxServices = 2000
const maxBytes = 4 * 10 ** 6
const files = ['profile', 'services', 'pricing', 'faq']

/** Returns a function with a pseudo-random sequence of numbers below a limit, the same in every run (MINSTD). */
function createRandom() {
  let state = 1
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

/** The kind of words: from a vocabulary as in a natural language, or all different with the same prefix. */
export type Words = 'natural' | 'similar'

function createWords(kind: Words) {
  const random = createRandom()
  const letters = ['אבגדהוזחטיכלמנסעפצקרשת', 'abcdefghijklmnopqrstuvwxyz']
  const spell = () => {
    const alphabet = letters[random(2)] ?? ''
    return Array.from({ length: 3 + random(6) }, () => alphabet.charAt(random(alphabet.length))).join('')
  }
  const vocabulary = Array.from({ length: 30_000 }, spell)
  return () => {
    if (kind === 'similar') return `aaaa${spell()}`
    // The first words of the vocabulary are the most frequent.
    return vocabulary[Math.floor(vocabulary.length ** (random(1000) / 1000))] ?? ''
  }
}

/** Creates a data folder with the maximum number of services and bytes. */
export function largeData(t: Test, kind: Words = 'natural'): string {
  const folder = t.testdir()
  cpSync('data', folder, { recursive: true })
  const others = files.filter((name) => name !== 'services')
  const bytes = others.reduce((sum, name) => sum + statSync(join(folder, `${name}.json`)).size, 0)
  const file = join(folder, 'services.json')
  const catalog = JSON.parse(readFileSync(file, 'utf8'))
  const word = createWords(kind)
  const maxText = Math.floor((maxBytes - bytes) / maxServices) - 250
  const text = () => {
    const words: string[] = []
    for (let size = 0; size < maxText; size += Buffer.byteLength(words.at(-1) ?? '') + 1) words.push(word())
    return words.join(' ')
  }
  catalog.examples = Array.from({ length: maxServices }, (_, index) => ({
    id: `service-${index}`,
    name: `${word()} ${word()} ${index}`,
    from_ils: 2000 + index,
    summary: text(),
    tag: word(),
    tools: [word()]
  }))
  writeFileSync(file, JSON.stringify(catalog))
  return folder
}
