/** A command of the README with the lines that it is shown to print. */
export interface Command {
  command: string
  output: string[]
}

/** The commands of a Markdown text in order, each once: those of its console blocks, and those named in a line. */
export function readCommands(text: string): Command[] {
  const commands: Command[] = []
  let isConsole = false
  // In a list what belongs to an item is indented.
  for (const line of text.replaceAll('\\\n', '').replace(/^ {3}/gm, '').split('\n')) {
    const last = commands.at(-1)
    if (line.startsWith('```')) isConsole = line === '```console'
    else if (isConsole && line.startsWith('$ '))
      commands.push({ command: line.slice(2).replace(/ +/g, ' '), output: [] })
    else if (isConsole && last) last.output.push(line)
    else for (const [, command = ''] of line.matchAll(named)) commands.push({ command, output: [] })
  }
  return commands.filter(
    ({ command }, index) => commands.findIndex((other) => other.command === command) === index
  )
}

const named = /`((?:(?:npm|npx|docker|curl) |\.ci\/run)[^`]*)`/g

/** Whether an output has these lines in this order, where … stands for anything. */
export function prints(output: string, lines: string[]): boolean {
  const pattern = lines.map((line) => line.split('…').map(escapeText).join('.*')).join('[^]*')
  return new RegExp(pattern).test(output)
}

const escapeText = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
