import { Rich } from './rich.tsx'

/** A heading with its points. */
export function Prose({ heading, items }: { heading: string; items: string[] }) {
  return (
    <section>
      <h2>{heading}</h2>
      <ul>
        {items.map((item) => (
          <li key={item}>
            <Rich text={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}
