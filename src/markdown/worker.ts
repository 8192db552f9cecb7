import { handleTasks } from '../base/tasks.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import type { Task } from './markdown.ts'
import { markdownToHtml } from './markdown-to-html.ts'

handleTasks((task: Task) =>
  'htmlToMarkdown' in task ? htmlToMarkdown(task.htmlToMarkdown) : markdownToHtml(task.markdownToHtml)
)
