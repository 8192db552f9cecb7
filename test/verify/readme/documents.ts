/** A command of the documents with the lines that they say it prints. */
export interface Command {
  command: string
  output: string[]
}

/** Returns the commands of a Markdown text in order: those in console blocks, and those in backticks in its prose. */
export function readCommands(text: string): Command[] {
  const commands: Command[] = []
  let isConsole = false
  // The lines of a list item are indented by three spaces.
  for (const line of text.replaceAll('\\\n', '').replace(/^ {3}/gm, '').split('\n')) {
    const last = commands.at(-1)
    if (line.startsWith('```')) isConsole = line === '```console'
    else if (isConsole && line.startsWith('$ '))
      commands.push({ command: line.slice(2).replace(/ +/g, ' '), output: [] })
    else if (isConsole && last) last.output.push(line)
    else for (const [, command = ''] of line.matchAll(named)) commands.push({ command, output: [] })
  }
  return commands
}

const named = /`((?:(?:npm|npx|docker|curl) |\.ci\/run)[^`]*)`/g

/** Returns whether an output has these lines in this order, where … is any text. */
export function prints(output: string, lines: string[]): boolean {
  const pattern = lines.map((line) => line.split('…').map(escapeText).join('.*')).join('[^]*')
  return new RegExp(pattern).test(output)
}

const escapeText = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Returns the relative links of a Markdown text outside its code: a path, or a heading after `#`, or both. */
export const readLinks = (text: string): string[] =>
  Array.from(
    text.replace(/^ *```.*?^ *```$/gms, '').matchAll(/\]\((?![a-z]+:)([^)]+)\)/g),
    ([, link = '']) => link
  )

/** Returns the anchors that GitHub gives to the headings of a Markdown text. */
export const readAnchors = (text: string): string[] =>
  Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
  )

/** Returns the files and folders that a Markdown text names; of `src/*.ts` or `src/<name>.ts`, the folder. */
export const readPaths = (text: string): string[] =>
  Array.from(text.matchAll(/`((?:src|test|harness|bench|scripts|deploy|docs)\/[^`]*)`/g), ([, path = '']) =>
    path.replace(/[*<].*/, '')
  )

/** Returns the exports that a Markdown text names, as in "`api` in `src/api/api.ts`", each with its file. */
export const readNames = (text: string): { name: string; file: string }[] =>
  Array.from(text.matchAll(/`(\w+)` in `([^`]+\.tsx?)`/g), ([, name = '', file = '']) => ({ name, file }))
