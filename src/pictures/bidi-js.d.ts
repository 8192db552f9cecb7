// The package types its CommonJS entry as a module with a default export, which Node.js does not give it.
declare module 'bidi-js/dist/bidi.mjs' {
  import type { Bidi } from 'bidi-js'

  // biome-ignore lint/style/noDefaultExport: it is the export of the package
  export default function createBidi(): Bidi
}
