import { type Static, Type } from '@sinclair/typebox'
import { Choice, List, Name, Url } from './values.ts'

const kind =
  'What the link is for: to book, order, pay for or buy something, or to ask for a quote, call or write.'

const Action = Type.Object(
  {
    kind: Choice(kind, ['book', 'order', 'quote', 'call', 'message', 'pay', 'buy']),
    label: Type.Optional(Name('Text of the button, in place of the usual one of its kind.', 'Book a repair')),
    href: Url('Where people do it: a page, `mailto:` or `tel:`.', 'https://bookings.example/repairs/')
  },
  { $id: 'Action', description: 'Something that people can do, with the link to do it.' }
)
export type Action = Static<typeof Action>

export const Actions = (subject: string) =>
  List(Action, `What people can do about ${subject}, the main action first.`)
