import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { commands } from '../../src/cli/cli.ts'
import { findCommand, parse, UsageError } from '../../src/cli/command.ts'
import { covered, executable } from '../process.ts'

const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'))

/** Runs the executable to its end. */
const run = (...args: string[]) => runWith({}, ...args)

function runWith(settings: Record<string, string>, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...executable, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...covered, ...settings }
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
    for (const [name, { summary }] of Object.entries(commands))
      t.match(stdout, `  ${name.padEnd(6)}  ${summary}`)
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
    const cases: [string[], string][] = [
      [['chek'], '"chek" is not a known command. Did you mean "check"?'],
      [['toString'], '"toString" is not a known command. Use init, serve, dev, check, reload or audit.'],
      [['--verson'], '"--verson" is not a known option. Did you mean "--version"?'],
      [['-x'], '"-x" is not a known option. Use --help or --version.'],
      [['audit', '--jsn'], '--jsn is not an option of audit. Did you mean "--json"?'],
      [
        ['audit', '--constructor'],
        '--constructor is not an option of audit. See business-facts audit --help.'
      ],
      [['check', '-v'], '-v is not an option of check. See business-facts check --help.'],
      [['audit', '--pages'], '--pages needs a value: --pages NUMBER.'],
      [['audit', '--pages', '--json'], '--pages needs a value: --pages NUMBER.'],
      [['audit', '--json=yes'], '--json takes no value, got "yes".'],
      [['check', 'data'], 'check takes no argument, got "data".'],
      [['audit', 'a', 'b'], 'audit takes one URL, got "b" too.']
    ]
    for (const [args, message] of cases) t.throws(() => read(args), new UsageError(message), args.join(' '))
    t.same(run('chek'), { status: 2, stdout: '', stderr: `${cases[0]?.[1]}\n` })
    const { status, stdout, stderr } = run()
    t.same([status, stdout], [2, ''])
    t.match(stderr, 'The command is missing.\n\nUsage: business-facts <command>')
  })

  t.test('reads switches, values and the operand in any order', async (t) => {
    t.same(read(['audit', '--pages=5', 'https://a.example', '--json']), {
      switches: new Set(['json']),
      values: { pages: '5' },
      operand: 'https://a.example'
    })
  })

  t.test('checks the data', async (t) => {
    const folder = 'test/fixtures/minimal'
    const stdout = `${folder}: no problems (1 service, 0 packages, 0 questions)\n`
    t.same(runWith({ DATA_DIR: folder }, 'check'), { status: 0, stdout, stderr: '' })
  })

  t.test('starts with the memory flags of npm start', async (t) => {
    const [firstLine = ''] = readFileSync(executable.at(-1) ?? '', 'utf8').split('\n')
    const { scripts }: { scripts: { start: string } } = JSON.parse(readFileSync('package.json', 'utf8'))
    t.ok(scripts.start.startsWith(firstLine.replace('#!/usr/bin/env -S ', 'exec ')), scripts.start)
  })
})
