/** One link of a Link header (RFC 8288): its target, a registered relation, and the media type that is served there. */
export const link = (target: string, relation: string, type?: string): string =>
  `<${target}>; rel="${relation}"${type ? `; type="${type}"` : ''}`
