import { fill } from '../../business/words.ts'
import { List } from '../parts/texts.tsx'
import type { View } from '../view.ts'

export const notFound: View = (context) => {
  const { words, business, listLinks } = context
  return {
    title: words.notFound.title,
    description: [fill(words.notFound.description, { name: business.profile.name })],
    isHidden: true,
    files: ['profile'],
    main: () => (
      <div class="not-found">
        <h1>{words.notFound.title}</h1>
        <p class="lead">{words.notFound.text}</p>
        <List
          class="ways-on"
          items={listLinks('notFound').map(({ path, name }) => <a href={path}>{name}</a>)}
        />
      </div>
    )
  }
}
