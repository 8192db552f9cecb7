// Lists phrases in tracked files that CONTRIBUTING.md bans, each with its replacement. Exits with 1 if there are any.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const banned: [phrase: string, instead: string][] = [
  ['anew', 'again'],
  ['whoever', 'a client, a reader, an operator'],
  ['undefined where', 'undefined if'],
  ['is none', 'does not exist, is missing'],
  ['what is kept', 'the cache'],
  ['for who', 'for a client that'],
  ['stands in', 'is in'],
  ["of one's own", 'custom, your own'],
  ['but for', 'except'],
  ['so that', 'so'],
  ['beside', 'next to'],
  ['as (?:the )?\\w+ has it', 'as in'],
  ['what went wrong', 'the error, the cause'],
  ['\\d+ %', 'the sign without a space']
]

// A phrase may continue on the next line of a comment.
const space = '(?:\\s+(?://|[*#])?\\s*)'
const patterns = banned.map(([phrase, instead]) => ({
  pattern: new RegExp(`\\b${phrase.replaceAll(' ', space)}(?!\\w)`, 'gi'),
  instead
}))
// In Markdown, a phrase in backticks is an example, so it is allowed.
const quoted = /`[^`\n]*`/g

const types = ['ts', 'tsx', 'js', 'mjs', 'css', 'md', 'json', 'yml', 'yaml', 'conf']
// One fixture is a copy of a release. The other files are in languages that have a space before the sign of percent.
const spaced = ['de', 'es', 'fr', 'ru'].map((language) => `:!src/business/words/${language}.json`)
const omitted = [':!test/verify/package/version-1.0.0', ':!test/fixtures/vet', ...spaced]
const list = [...types.map((type) => `*.${type}`), '*Caddyfile', '*LICENSE', ...omitted]
const files = execFileSync('git', ['ls-files', '-z', ...list])
  .toString()
  .split('\0')
  .filter(Boolean)
for (const file of files.filter((name) => !import.meta.filename.endsWith(name))) {
  const source = readFileSync(file, 'utf8')
  const text = file.endsWith('.md') ? source.replace(quoted, ({ length }) => '`'.repeat(length)) : source
  for (const { pattern, instead } of patterns) {
    for (const { 0: found, index } of text.matchAll(pattern)) {
      const line = text.slice(0, index).split('\n').length
      process.stderr.write(
        `${file}:${line}: "${found.replace(/\s+/g, ' ')}" is banned. Write "${instead}".\n`
      )
      process.exitCode = 1
    }
  }
}
