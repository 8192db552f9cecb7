import type { ComponentChildren } from 'preact'

/** A frame in which something wide scrolls; it takes the focus so that it scrolls by keyboard too. */
export function Scroller({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <section class="scroller" tabindex={0} aria-label={label}>
      {children}
    </section>
  )
}
