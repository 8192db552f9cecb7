import { fill } from '../../business/words.ts'
import { PageList } from '../parts/prose.tsx'
import type { View } from '../view.ts'

export const notFound: View = (context) => {
  const { words, business, listLinks } = context
  const { name } = business.profile
  return {
    title: `${words.notFound.title} | ${name}`,
    description: fill(words.notFound.description, { name }),
    isHidden: true,
    files: ['profile'],
    main: () => (
      <div class="not-found">
        <h1>{words.notFound.title}</h1>
        <p class="lead">{words.notFound.text}</p>
        <PageList context={context} class="ways-on" links={listLinks('notFound')} />
      </div>
    )
  }
}
