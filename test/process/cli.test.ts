import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { commands } from '../../src/cli/cli.ts'
import { findCommand, parse, UsageError } from '../../src/cli/command.ts'
import { dataWith } from '../helper.ts'
import { executable } from '../process.ts'

const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'))

/** Runs the executable to its end. */
const run = (...args: string[]) => runWith({}, ...args)

function runWith(settings: Record<string, string>, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...executable, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...settings }
  })
  return { status, stdout, stderr }
}

/** Reads the arguments as the executable does, without running the command. */
function read([name = '', ...rest]: string[]) {
  return parse(name, findCommand(name, commands).command, rest)
}

t.test('business-facts', async (t) => {
  t.test('prints the commands with --help, -h and help', async (t) => {
    const { status, stdout, stderr } = run('--help')
    t.same([status, stderr], [0, ''])
    for (const [name, { summary }] of Object.entries(commands)) t.match(stdout, `  ${name}: ${summary}\n`)
    for (const args of [['-h'], ['help']]) t.equal(run(...args).stdout, stdout)
  })

  t.test('prints the options of each command with --help, and runs nothing', async (t) => {
    for (const [name, { options = {}, operand }] of Object.entries(commands)) {
      const { status, stdout } = run(name, '--help')
      t.equal(status, 0)
      t.match(stdout, `Usage: business-facts ${name}${operand === undefined ? '' : ` ${operand}`}`)
      for (const option of Object.keys(options)) t.match(stdout, `--${option}`)
    }
    t.equal(run('audit', '-h').stdout, run('audit', '--help').stdout)
  })

  t.test('lists the hosts and the examples in the help', async (t) => {
    const listFolders = (folder: string) =>
      readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? [entry.name] : []
      )
    const { stdout } = run('init', '--help')
    for (const name of [...listFolders('examples'), ...listFolders('starter/hosts')]) t.match(stdout, name)
    for (const name of listFolders('starter/hosts')) t.match(run('add-host', '--help').stdout, name)
  })

  t.test('prints the version of the package with --version', async (t) => {
    t.same(run('--version'), { status: 0, stdout: `${version}\n`, stderr: '' })
  })

  t.test('exits with 1 and one line if a command fails', async (t) => {
    const full = run('init', 'data')
    t.equal(full.status, 1)
    t.match(full.stderr, /^[^\n]*data[^\n]*\n$/)
    const wrong = runWith({ PORT: 'http' }, 'dev')
    t.equal(wrong.status, 1)
    t.match(wrong.stderr, /^[^\n]*PORT[^\n]*\n$/)
  })

  t.test('exits with 2 and suggests a correction for a mistake in the arguments', async (t) => {
    const see = (name: string) => `. See business-facts ${name} --help.`
    const cases: [string[], string][] = [
      [['chek'], '"chek" is not a command. Did you mean "check"?'],
      [
        ['toString'],
        '"toString" is not a command. The commands are init, add-host, serve, dev, check, reload, audit, export, registry.'
      ],
      [['audit', '--jsn'], `Unknown option '--jsn'${see('audit')}`],
      [['audit', '--constructor'], `Unknown option '--constructor'${see('audit')}`],
      [['check', '-v'], `Unknown option '-v'${see('check')}`],
      [['export', '--date'], `Option '--date <value>' argument missing${see('export')}`],
      [['init', '--name='], `Option '--name <value>' argument missing${see('init')}`],
      [['audit', '--json=yes'], `Option '--json' does not take an argument${see('audit')}`],
      [['check', 'data'], `Unexpected argument "data"${see('check')}`],
      [['audit', 'a', 'b'], `Unexpected argument "b"${see('audit')}`]
    ]
    for (const [args, message] of cases) t.throws(() => read(args), new UsageError(message), args.join(' '))
    t.same(run('chek'), { status: 2, stdout: '', stderr: `${cases[0]?.[1]}\n` })
    const { status, stdout, stderr } = run()
    t.same([status, stdout], [2, ''])
    t.match(stderr, 'The command is missing.\n\nUsage: business-facts <command>')
  })

  t.test('reads switches, values and the operand in any order', async (t) => {
    t.same(read(['init', '--host=cloudflare', 'shop', '--name', 'Shop']), {
      switches: new Set(),
      values: { host: 'cloudflare', name: 'Shop' },
      operand: 'shop'
    })
  })

  t.test('checks the data', async (t) => {
    const folder = 'test/fixtures/minimal'
    const stdout = `${folder}: no problems (1 service, 0 packages, 0 questions)\n`
    t.same(runWith({ DATA_DIR: folder }, 'check'), { status: 0, stdout, stderr: '' })
    const odd = t.testdir({
      site: { 'a\u202etxt.php': '' },
      lost: {
        'a.html': '<meta name="robots" content="noindex">',
        'b.md': '---\ntitle: b\ndraft: true\n---\n'
      }
    })
    const lost = runWith({ DATA_DIR: folder, SITE_DIR: `${odd}/lost` }, 'check')
    t.match(lost, {
      status: 0,
      stdout: `${folder}: valid, except what the lines above leave out (1 service, 0 packages, 0 questions)`,
      stderr: /left 1 page out of every list, because of a robots tag: "\/a"\n.*left 1 draft out/
    })
    t.notMatch(lost.stdout, 'no problems')
    const { stderr } = runWith({ DATA_DIR: folder, SITE_DIR: `${odd}/site` }, 'check')
    t.match(stderr, String.raw`a\u202etxt.php`)
    t.notMatch(stderr, /[\u202a-\u202e]/)
    const missing = runWith({ DATA_DIR: `${odd}/\u009b31m\n\u202e` }, 'check')
    t.match(missing, { status: 1, stderr: String.raw`\u009b31m` })
    t.notMatch(missing.stderr, /[\u0080-\u009f\u202a-\u202e]/)
  })

  t.test('warns once about phone numbers that nobody can call, and not about short numbers', async (t) => {
    const fictional = [1, 2, 3, 4, 5, 6].map((digit) => `+972-6-000-000${digit}`)
    const check = (number: string, country?: string, ...others: string[]) => {
      const phones = others.map((other) => ({ label: 'Desk', number: other }))
      const branch = { id: 'quay', name: 'Quay', address: {}, phone: others[0] ?? number }
      const edits = {
        'profile#/address': country && { country },
        'profile#/contact': { phone: number, ...(phones.length > 0 && { phones }) },
        'profile#/locations': [branch]
      }
      const { status, stderr } = runWith({ DATA_DIR: dataWith(t, edits, 'test/fixtures/minimal') }, 'check')
      t.equal(status, 0)
      return stderr.replace(/^.*?:\d+:\d+ /gm, '')
    }
    const [first = '', ...others] = fictional
    t.equal(
      check(first, 'IL', ...others, '*2700', '112'),
      `/contact/phone: is not a valid phone number, so calls to it probably fail, got "${first}". Check its digits. The same is true of "${others.slice(0, 3).join('", "')}" and 2 more.\n`
    )
    t.equal(
      check('(555) 0142', 'US'),
      '/contact/phone: is not a valid phone number, so calls to it probably fail, got "(555) 0142". Check its digits.\n'
    )
    t.equal(check('(512) 555-0142', 'US', '1-800-FLOWERS', '911'), '')
    t.equal(check('(512) 555-0142'), '', 'the country is not known')
    t.match(check('+1 555 010 0000'), 'got "+1 555 010 0000"')
  })

  t.test('starts with the memory flags of npm start', async (t) => {
    const [firstLine = ''] = readFileSync(executable.at(-1) ?? '', 'utf8').split('\n')
    const { scripts }: { scripts: { start: string } } = JSON.parse(readFileSync('package.json', 'utf8'))
    t.ok(scripts.start.startsWith(firstLine.replace('#!/usr/bin/env -S ', 'exec ')), scripts.start)
  })
})
