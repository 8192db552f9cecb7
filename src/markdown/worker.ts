import { handleTasks } from '../base/tasks.ts'
import { htmlToMarkdown, readPage } from './html-to-markdown.ts'
import type { Task } from './markdown.ts'

handleTasks(async (task: Task) => {
  if ('htmlToMarkdown' in task) return () => htmlToMarkdown(task.htmlToMarkdown)
  // The others are loaded on first use, because most sites need only conversions.
  if ('compare' in task) {
    const { comparePage } = await import('../compare/compare.ts')
    return () => readPage(task.compare, (root, count) => comparePage(root, task.compare, count))
  }
  const { markdownToHtml } = await import('./markdown-to-html.ts')
  return () => markdownToHtml(task.markdownToHtml)
})
