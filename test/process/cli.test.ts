import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { checkPhoneNumbers } from '../../src/business/phones.ts'
import { dataWith, facts, folderWith } from '../helper.ts'
import { executable, runHere, runToEnd } from '../process.ts'

const { scripts, version }: { scripts: { start: string }; version: string } = JSON.parse(
  readFileSync('package.json', 'utf8')
)

t.test('business-facts', async (t) => {
  const print = async (...args: string[]) => (await runHere(t, args)).stdout
  const help = await print('--help')
  const commands = Array.from(help.matchAll(/^ {2}([a-z][a-z-]*): /gm), ([, name = '']) => name)

  t.test('prints the commands with --help, -h and help, and the version with --version', async (t) => {
    for (const word of ['-h', 'help']) t.equal(await print(word), help)
    t.equal(await print('--version'), `${version}\n`)
  })

  t.test('prints the options of each command with --help, and runs nothing', async (t) => {
    for (const name of commands) {
      t.match(await print(name, '--help'), `Usage: business-facts ${name}`)
      t.equal(await print(name, 'x', '-h'), await print(name, '--help'))
    }
    t.equal(
      await print('audit', '--help'),
      `Usage: business-facts audit [URL or folder] [options]

audit: checks whether a site or an exported folder keeps the contract; without them, this folder

Options:
  --json: prints the report as JSON
  --facts: looks for each fact of the API on every other surface of the site
`
    )
  })

  t.test('lists the hosts and the examples in the help', async (t) => {
    const listFolders = (folder: string) =>
      readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? [entry.name] : []
      )
    const hosts = listFolders('starter/hosts')
    const init = await print('init', '--help')
    for (const name of [...listFolders('examples'), ...hosts]) t.match(init, name)
    const addHost = await print('add-host', '--help')
    for (const name of hosts) t.match(addHost, name)
  })

  t.test('exits with 1 and one safe line if a command fails', (t) => {
    const { status, stderr } = runToEnd(['check'], { DATA_DIR: '/nowhere/\u009b31m\u202e' })
    t.equal(status, 1)
    t.match(stderr, /^DATA_DIR: [^\n]*\\u009b31m[^\n]*\n$/)
    t.notMatch(stderr, /[\u0080-\u009f\u202a-\u202e]/)
    t.end()
  })

  t.test('exits with 2 and suggests a correction for a mistake in the arguments', async (t) => {
    const see = (name: string) => `. See business-facts ${name} --help.`
    const cases: [string[], string][] = [
      [['chek'], '"chek" is not a command. Did you mean "check"?'],
      [['toString'], `"toString" is not a command. The commands are ${commands.join(', ')}.`],
      [['audit', '--jsn'], `Unknown option '--jsn'${see('audit')}`],
      [['audit', '--constructor'], `Unknown option '--constructor'${see('audit')}`],
      [['check', '-v'], `Unknown option '-v'${see('check')}`],
      [['export', '--date'], `Option '--date <value>' argument missing${see('export')}`],
      [['init', '--name='], `Option '--name <value>' argument missing${see('init')}`],
      [['audit', '--json=yes'], `Option '--json' does not take an argument${see('audit')}`],
      [['init'], `The <folder> is missing from the command${see('init')}`],
      [['add-host'], `The <host> is missing from the command${see('add-host')}`],
      [['check', 'data'], `Unexpected argument "data"${see('check')}`],
      [['audit', 'a', 'b'], `Unexpected argument "b"${see('audit')}`]
    ]
    for (const [args, message] of cases) {
      const failure = { code: 2, stdout: '', stderr: `${message}\n` }
      t.same(await runHere(t, args), failure, args.join(' '))
    }
    const { status, stdout, stderr } = runToEnd([])
    t.same([status, stdout], [2, ''])
    t.match(stderr, 'The command is missing.\n\nUsage: business-facts <command>')
  })

  t.test('checks the data, and escapes characters of files that control a terminal', async (t) => {
    const folder = 'test/fixtures/minimal'
    const check = (settings: Record<string, string>) => runHere(t, ['check'], settings)
    const stdout = `${folder}: no problems (1 service, 0 packages, 0 questions)\n`
    t.same(await check({ DATA_DIR: folder }), { stdout, stderr: '', code: undefined })
    const siteDir = folderWith(t, {
      'a\u202etxt.php': '<?php',
      'a.html': '<meta name="robots" content="noindex">',
      'b.md': '---\ntitle: b\ndraft: true\n---\n'
    })
    const edits = { 'profile#/contact': { phone: '+1 555 010 0000' } }
    const warned = await check({ DATA_DIR: dataWith(t, edits, folder), SITE_DIR: siteDir })
    t.match(warned.stdout, ': no problems, 4 warnings (1 service, 0 packages, 0 questions)')
    for (const line of [
      'is not a valid phone number',
      /left 1 page out of every list, because of a robots tag: "\/a"\n.*left 1 draft out/,
      String.raw`anybody can read "a\u202etxt.php"`
    ])
      t.match(warned.stderr, line)
    t.notMatch(warned.stderr, /[\u202a-\u202e]/)
  })

  t.test('warns once about phone numbers that nobody can call, and not about short numbers', async (t) => {
    const { profile } = await facts('test/fixtures/minimal')
    const check = (number: string, country?: string, ...others: string[]) => {
      const phones = others.map((other) => ({ label: 'Desk', number: other }))
      const branch = { id: 'quay', name: 'Quay', address: {}, phone: others[0] ?? number }
      return checkPhoneNumbers({
        ...profile,
        address: country === undefined ? {} : { country },
        contact: { phone: number, phones },
        locations: [branch]
      }).map(({ pointer, found, hint }) => [pointer, found, hint])
    }
    const [first = '', ...others] = [1, 2, 3, 4, 5, 6].map((digit) => `+972-6-000-000${digit}`)
    const same = ` The same is true of "${others.slice(0, 3).join('", "')}" and 2 more.`
    const cases: [problems: unknown[], Parameters<typeof check>][] = [
      [[['/contact/phone', first, `Check its digits.${same}`]], [first, 'IL', ...others, '*2700', '112']],
      [[['/contact/phone', '(555) 0142', 'Check its digits.']], ['(555) 0142', 'US']],
      [[], ['(512) 555-0142', 'US', '1-800-FLOWERS', '911']],
      // The country is not known.
      [[], ['(512) 555-0142']],
      [[['/contact/phone', '+1 555 010 0000', 'Check its digits.']], ['+1 555 010 0000']]
    ]
    for (const [problems, args] of cases) t.same(check(...args), problems, args.join())
  })

  t.test('starts with the memory flags of npm start', async (t) => {
    const [firstLine = ''] = readFileSync(executable.at(-1) ?? '', 'utf8').split('\n')
    t.ok(scripts.start.startsWith(firstLine.replace('#!/usr/bin/env -S ', 'exec ')), scripts.start)
  })
})
