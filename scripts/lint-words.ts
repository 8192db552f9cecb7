// Lists phrases in tracked files that CONTRIBUTING.md bans, each with its replacement. Exits with 1 if there are any.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const banned = new Map([
  ['anew', 'again'],
  ['whoever', 'a client, a reader, an operator'],
  ['undefined where', 'undefined if'],
  ['is none', 'does not exist, is missing'],
  ['what is kept', 'the cache'],
  ['for who', 'for a client that'],
  ['stands in', 'is in'],
  ["of one's own", 'custom, your own'],
  ['but for', 'except']
])

// A phrase may continue on the next line of a comment.
const space = '(?:\\s+(?://|\\*)?\\s*)'
const phrases = new RegExp(`\\b(?:${[...banned.keys()].join('|').replaceAll(' ', space)})\\b`, 'gi')
// In Markdown, a phrase in backticks is an example, so it is allowed.
const quoted = /`[^`\n]*`/g

const list = ['ls-files', '-z', '*.ts', '*.tsx', '*.js', '*.mjs', '*.css', '*.md', '*.json', '*.yml']
const files = execFileSync('git', list).toString().split('\0').filter(Boolean)
for (const file of files.filter((name) => !import.meta.filename.endsWith(name))) {
  const source = readFileSync(file, 'utf8')
  const text = file.endsWith('.md') ? source.replace(quoted, ({ length }) => '`'.repeat(length)) : source
  for (const { 0: found, index } of text.matchAll(phrases)) {
    const phrase = found.replace(/\W+/g, (gap) => (gap.includes("'") ? gap : ' ')).toLowerCase()
    const line = text.slice(0, index).split('\n').length
    process.stderr.write(`${file}:${line}: "${phrase}" is banned. Write "${banned.get(phrase)}".\n`)
    process.exitCode = 1
  }
}
