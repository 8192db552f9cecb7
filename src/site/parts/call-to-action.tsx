import type { PageContext } from '../page-context.ts'
import { DirectWays } from './direct-contact.tsx'
import { ReplyTime } from './profile.tsx'

interface Props {
  context: PageContext
  /** A heading of the page, in place of that of all pages and of the text below it. */
  heading?: string
  /** The text of the button. */
  action?: string
}

/** The end of a page that sells: it invites visitors to contact the business. */
export function CallToAction({ context, heading, action }: Props) {
  const words = context.words.home
  return (
    <section class="closing">
      <h2>{heading ?? words.closing}</h2>
      {heading === undefined && <p>{words.closingText}</p>}
      <a class="button" href="/contact/">
        {action ?? words.closingAction}
      </a>
      <DirectWays context={context} />
      <ReplyTime context={context} />
    </section>
  )
}
