/** The English name of a language. */
export const languageName = (tag: string): string =>
  String(new Intl.DisplayNames('en', { type: 'language' }).of(tag))
