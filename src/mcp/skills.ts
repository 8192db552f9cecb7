import { type Skill, skillEntry } from '@modelcontextprotocol/server/ext/skills'
import { skillName } from '../http/agent-resources.ts'
import type { McpContext } from './context.ts'

/** A skill and the text of its only file (SEP-2640). */
export interface ServedSkill {
  entry: Skill
  text: string
}

/** Returns the skills of the site: one, or none if SITE_DIR has its file, which only its author can describe. */
export async function readSkills({ readSkill }: McpContext): Promise<ServedSkill[]> {
  if (readSkill === undefined) return []
  const text = await readSkill()
  return [{ entry: await skillEntry(skillName, { 'SKILL.md': text }), text }]
}
