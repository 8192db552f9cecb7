import type { Action } from '../../business/schemas/action.ts'
import type { Context } from '../../context/context.ts'

/** Each page has at most this many buttons of the business in one place; the contact page has all. */
const maxMainActions = 3

/** Returns actions, each link once for its kind, without links to pages that do not exist. */
export function listActions(context: Context, ...lists: (Action[] | undefined)[]): Action[] {
  const actions = lists.flatMap((list) => list ?? []).filter(({ href }) => context.canLinkTo(href))
  return actions.filter(
    ({ kind, href }, index) =>
      actions.findIndex((other) => other.kind === kind && other.href === href) === index
  )
}

/** Returns the actions of the business; the first is the button in the header of every page, and in the bar of a phone. */
export const listMainActions = (context: Context): Action[] =>
  listActions(context, context.business.profile.actions).slice(0, maxMainActions)

/** Returns the actions of a service or package, and then the main one of the business. */
export const listItemActions = (context: Context, { actions }: { actions?: Action[] }): Action[] =>
  listActions(context, actions, listMainActions(context).slice(0, 1))

export const labelOf = ({ words }: Context, { kind, label }: Action): string =>
  label ?? { ...words.actions, call: words.contact.call, quote: words.price.ask }[kind]

/** The text of a button: the words of the owner, or the usual ones. */
export function ActionLabel({ context, action }: { context: Context; action: Action }) {
  return <bdi {...(action.label && context.dataLanguage)}>{labelOf(context, action)}</bdi>
}

interface ButtonsProps {
  context: Context
  actions: Action[]
  /** The rest of the accessible names, if the same label may be on a page several times. */
  subject?: string
}

/** A button for each action; the first is the main one. */
export const ActionButtons = ({ context, actions, subject }: ButtonsProps) =>
  actions.map((action, index) => [
    <a
      key={action.kind + action.href}
      class={index === 0 ? 'button' : 'button outline'}
      href={context.toHref(action.href)}
      aria-label={subject && `${labelOf(context, action) + context.colon} ${subject}`}
    >
      <ActionLabel context={context} action={action} />
    </a>,
    ' '
  ])

/** The buttons of a person or a place; nothing if it has no actions. */
export function Actions({
  context,
  actions = [],
  subject
}: {
  context: Context
  actions?: Action[] | undefined
  subject: string
}) {
  const shown = listActions(context, actions)
  return shown.length === 0 ? null : (
    <p class="actions">
      <ActionButtons context={context} actions={shown} subject={subject} />
    </p>
  )
}
