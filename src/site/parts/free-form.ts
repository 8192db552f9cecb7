/** The entries of a free-form object of the data that can be shown: texts, numbers and lists of texts. */
export function entriesOf(value: object | undefined): [name: string, value: string | number | string[]][] {
  return Object.entries(value ?? {}).flatMap(([name, entry]): [string, string | number | string[]][] => {
    if (typeof entry === 'string' || typeof entry === 'number') return [[name, entry]]
    const isTexts = Array.isArray(entry) && entry.every((part): part is string => typeof part === 'string')
    return isTexts ? [[name, entry]] : []
  })
}
