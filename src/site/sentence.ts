/** A text of the data as a sentence: with a full stop, if it ends without a mark. */
export const sentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)
