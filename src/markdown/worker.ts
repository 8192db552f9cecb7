import { handleTasks } from '../base/tasks.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import type { Task } from './markdown.ts'

handleTasks(async (task: Task) => {
  if ('htmlToMarkdown' in task) return () => htmlToMarkdown(task.htmlToMarkdown)
  // Loaded on first use, because most sites need only conversions.
  const { markdownToHtml } = await import('./markdown-to-html.ts')
  return () => markdownToHtml(task.markdownToHtml)
})
