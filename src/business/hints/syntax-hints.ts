/** The error of the parser, the text before it without white space at its end, and the text from it on. */
interface SyntaxError {
  reason: string
  before: string
  after: string
}

/** Returns how to correct a text that is not JSON, as a sentence, or undefined if no usual mistake explains it. */
export function suggestSyntax({ reason, before, after }: SyntaxError): string | undefined {
  const text = `${reason}: ${before.slice(-40)}\0${after.slice(0, 200)}`
  return mistakes.find(([pattern]) => pattern.test(text))?.[1]
}

// In the order to try. The text has the reason first, and \0 where the parser stopped.
const mistakes: [pattern: RegExp, hint: string][] = [
  [/\0(\/[/*]|#)/, 'JSON has no comments: delete it.'],
  [/\0['`\u2018-\u201f«»\u05f3\u05f4]/, 'Use straight double quotes: ".'],
  [/,\0[}\]]/, 'Delete the comma before it.'],
  [/,\0,/, 'Delete one of the two commas.'],
  [/\d,\0\d/, 'Write a number without a thousands separator, such as 1250.'],
  [/\0\+|\d\0[:-]?\d/, 'Put a phone number, a time or a date in quotes.'],
  [/\0(\.\d|\d+\.(?!\d))/, 'Write a digit before and after the decimal point.'],
  [/\0\p{Sc}|\d\0[%\p{L}\p{Sc}]/u, 'Write only the number, or put the text in quotes.'],
  [/\0(true|false)\b/i, 'Write true or false, in small letters.'],
  [/\0(none|null|nan|undefined|nil)\b/i, 'Omit the field.'],
  [/^unexpected end of string/, 'Close the text with " on the same line; write \\n for a line break.'],
  [/^invalid escape character/, 'Write \\\\ for a backslash.'],
  [/^invalid character/, 'Write \\t for a tab.'],
  [/,\s*"\0[\w$]+"\s*:/, 'Close the text before it with ".'],
  [/"\0=/, 'Write a colon between the name and the value.'],
  [/\p{sc=Hebrew}"\0\p{sc=Hebrew}/u, 'Write ״ for gershayim, or \\" for a quotation mark inside a text.'],
  [/"\0\p{L}/u, 'Write \\" for a quotation mark inside a text.'],
  [/\0[\p{L}_$]/u, 'Put names and texts in double quotes.'],
  [/\0(?![\n\r\t ])[\s\p{C}]/u, 'Delete this invisible character.'],
  [/:\0[},\]]/, 'Write a value after the colon, or delete the field.'],
  [/^colon expected/, 'Write a colon between the name and the value.'],
  [/^comma expected.*\0\}/s, 'Close the list before it with ].'],
  [/^comma expected.*\0\]/s, 'Close the object before it with }.'],
  [/^comma expected/, 'Write a comma before it.'],
  [/^close brace expected/, 'Close the object with }.'],
  [/^close bracket expected/, 'Close the list with ].'],
  [/\0[}\]]/, 'Delete it: no bracket before it is open.'],
  [/^end of file expected/, 'Write one object: { before its first field and } after its last.'],
  [/\0$/, 'The file ends here: write the rest, or close what is open.']
]
