/** Returns the path of a coil whose loops get wider and flatter until they are a straight line. */
function unwind(width: number, height: number): string {
  const loops = 10
  // Fewer make corners in the loops; more are longer than the text of a short page.
  const steps = 8
  const middle = height / 2
  const points = Array.from({ length: loops * steps + 1 }, (_, index) => {
    const progress = index / (loops * steps)
    const angle = (index / steps + 0.3) * Math.PI * 2
    // Loops of unequal height look drawn by hand.
    const radius = middle * 0.97 * (1 - progress) ** 1.4 * (0.8 + 0.2 * Math.sin(index * 0.21))
    const x = height * 0.5 + width * (0.05 + 0.57 * progress ** 1.5) + radius * Math.cos(angle)
    const y = middle + radius * Math.sin(angle)
    return [x, y] as const
  })
  const curves = points.map(([x, y], index) => {
    const [nextX, nextY] = points[index + 1] ?? [x, y]
    const middleToNext = `${round((x + nextX) / 2)} ${round((y + nextY) / 2)}`
    return index === 0 ? `M${middleToNext}` : `Q${round(x)} ${round(y)} ${middleToNext}`
  })
  return `${curves.join('')}H${width}`
}

const round = (value: number) => Math.round(value * 10) / 10
const width = 1200
const height = 190

/** The site's motif, a tangled line that straightens. It is decoration only. */
export function Line() {
  return (
    <svg class="line" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={unwind(width, height)} vector-effect="non-scaling-stroke" />
    </svg>
  )
}

/** An arrow in the direction of the text; the style sheet mirrors it. */
export function Arrow() {
  return (
    <svg class="arrow" viewBox="0 0 20 12" aria-hidden="true">
      <path d="M1 6h17M13 1l5 5-5 5" />
    </svg>
  )
}
