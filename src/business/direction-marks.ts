/** Returns a text without its invisible direction marks (LRM, RLM, ALM). */
export const removeDirectionMarks = (text: string) => text.replace(/[\u200e\u200f\u061c]/g, '')
