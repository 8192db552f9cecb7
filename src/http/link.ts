/** Returns one link of a Link header (RFC 8288), with a registered relation and the media type of the target. */
export const link = (target: string, relation: string, type?: string): string =>
  `<${target}>; rel="${relation}"${type ? `; type="${type}"` : ''}`
