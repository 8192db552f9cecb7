/** A coil of loops that shrink until the line lies flat, from the start of the page to its end. */
function unwind(width: number, height: number, loops: number): string {
  const middle = height / 2
  const steps = 14
  const reach = width * 0.62
  const points = Array.from({ length: loops * steps + 1 }, (_, index) => {
    const progress = index / (loops * steps)
    const angle = (index / steps) * Math.PI * 2
    // Loops of unequal height look drawn by hand; the last ones fade into ripples.
    const radius = middle * 0.92 * (1 - progress) ** 1.35 * (0.78 + 0.22 * Math.sin(index * 0.37))
    const x = height * 0.45 + reach * progress + radius * 0.95 * Math.cos(angle)
    const y = middle + radius * Math.sin(angle)
    return [Math.round(x), Math.round(y)] as const
  })
  const curves = points.slice(1).map(([x, y], index) => {
    const [nextX, nextY] = points[index + 2] ?? [x, y]
    return `Q${x} ${y} ${Math.round((x + nextX) / 2)} ${Math.round((y + nextY) / 2)}`
  })
  return `M${points[0]?.join(' ')}${curves.join('')}H${width}`
}

const width = 1200
const height = 180
const path = unwind(width, height, 9)

/** The motif of the site: what is tangled comes to rest. It only decorates. */
export function Line() {
  return (
    <svg class="line" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={path} pathLength={1} vector-effect="non-scaling-stroke" />
    </svg>
  )
}

/** One loop and a line: the sign beside the name. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 40 24" aria-hidden="true">
      <path d="M2 20C12 20 20 15 20 9a6 6 0 1 0-12 0c0 7 8 11 30 11" />
    </svg>
  )
}

/** Points to where the text goes on; the style sheet mirrors it. */
export function Arrow() {
  return (
    <svg class="arrow" viewBox="0 0 20 12" aria-hidden="true">
      <path d="M1 6h17M13 1l5 5-5 5" />
    </svg>
  )
}
