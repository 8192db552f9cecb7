// Programs, databases, logs and copies of an old site: visitors would read them as text.
const unsafeNames =
  /(?:\.(?:php\d?|phtml|inc|aspx?|jsp|cgi|pl|sql(?:\.\w+)?|sqlite3?|db|log|bak|old|orig|save|swp|pem|key)|~|(?:^|\/)error_log)$/i
const packages = /^(?:.*?\/)?node_modules\//

/** Returns a warning for each file that visitors should hardly read, and one for each folder of packages. */
export function describeUnsafe(files: string[]): string[] {
  const names = files.flatMap((file) => {
    const [folder] = packages.exec(file) ?? []
    return folder ?? (unsafeNames.test(file) ? [file] : [])
  })
  return [...new Set(names)].map(
    (name) =>
      `SITE_DIR: anybody can read ${JSON.stringify(name)}, and the server runs no programs. Delete it, unless visitors should read it.`
  )
}

/** Returns a warning for each page whose name does not end with `.html`: no list of pages has it. */
export const describeOtherPages = (files: string[]): string[] =>
  files
    .filter((file) => /\.x?html?$/i.test(file) && !file.endsWith('.html'))
    .map((file) => {
      const name = file.replace(/(?:(^|\/)index)?\.x?html?$/i, (_, start) =>
        start === undefined ? '.html' : `${start}index.html`
      )
      return `SITE_DIR: ${JSON.stringify(file)} is no page, because its name does not end with ".html". Rename it to ${JSON.stringify(name)}.`
    })
