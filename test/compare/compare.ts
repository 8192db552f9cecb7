import { comparePage } from '../../src/compare/compare.ts'
import { readPage } from '../../src/markdown/html-to-markdown.ts'
import type { Comparison, PageToCompare } from '../../src/markdown/markdown.ts'

/** Compares a page as the worker thread does. */
export const compare = (page: PageToCompare): Comparison =>
  readPage(page, (root, count) => comparePage(root, page, count))
