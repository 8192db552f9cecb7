/** The files that an export writes for the MCP server of its worker, relative to their folder. */
export const files = {
  server: 'server.json',
  search: 'search.json',
  results: (shard: number) => `results/${shard}.json`
}

/** The keys of results: of a tool and its id, or of a prompt and its topic; of the ids of either; and of a page of resources. */
export const keys = {
  result: (name: string, id = '') => `${name} ${id}`,
  ids: (name: string) => `ids of ${name}`,
  resources: (start: number) => `resources from ${start}`
}

/** The text for which a stored prompt has the need of its user. No data has this character. */
export const needMark = '\0'
