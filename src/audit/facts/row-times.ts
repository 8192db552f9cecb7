/** The times in a text next to the name of a day. */
export interface RowTimes {
  /** As 24 hours, such as 17:00. */
  times: string[]
  /** Whether the text contains "24" and no times, as in "open 24 hours". */
  isWholeDay: boolean
  /** Whether a time may be of the morning or of the evening, as in "9–5". */
  isHalfUnknown: boolean
  /** Whether the times can contradict the hours of a day; others, such as one time alone, can only confirm them. */
  isCertain: boolean
}

const hour = '(?<![\\d.:]|\\p{Sc}\\s?)(\\d{1,2})'
const minutes = '(?:[:.h](\\d{2})(?!\\d))'
const half = '(?:\\s*([ap])\\.?\\s?m\\b\\.?)'
const unit = '(?:\\s*(h|uhr)(?!\\p{L}))'
const bare = `${hour}${minutes}?(?:${half}|${unit})?`
const rangePattern = new RegExp(`${bare}\\s*(?:[-–—]|to|until|till|עד|bis|à|a)\\s*${bare}(?![\\d%])`, 'giu')
const timePattern = new RegExp(`${hour}(?:${minutes}${half}?|${half}|${unit})`, 'giu')

/** A time as a text writes it. */
interface Written {
  index: number
  hours: number
  minutes: number
  /** "a" or "p"; empty if the text has neither. */
  half: string
  /** Whether the text shows that the number is a time. */
  isMarked: boolean
}

function toWritten(index: number, [hours, minutes, half = '', unit]: (string | undefined)[]): Written {
  const isMarked = [minutes, half, unit].some(Boolean)
  return { index, hours: Number(hours), minutes: Number(minutes ?? 0), half: half.toLowerCase(), isMarked }
}

/** Reads the times of a text: ranges such as "9–5", and other times that have minutes, a half or a unit. */
export function readRowTimes(row: string): RowTimes {
  const ranges = [...row.matchAll(rangePattern)].flatMap((match) => [
    toWritten(match.index, match.slice(1, 5)),
    toWritten(match.index + 1, match.slice(5, 9))
  ])
  // Spaces let the other times keep their places.
  const rest = row.replace(rangePattern, (range) => ' '.repeat(range.length))
  const others = [...rest.matchAll(timePattern)].map((match) =>
    toWritten(match.index, [match[1], match[2], match[3] ?? match[4], match[5]])
  )
  const written = [...ranges, ...others]
    .filter(({ hours, minutes }) => hours <= 24 && minutes < 60)
    .sort((a, b) => a.index - b.index)
  const times = written.map(toTime)
  const isLastEarlier = !isAscending(times.slice(-2))
  const isHalfUnknown =
    written.some(({ hours, isMarked }) => hours <= 12 && !isMarked) ||
    (isLastEarlier && written.every(({ hours, half }) => hours > 0 && hours <= 12 && half === ''))
  // Only the last time of a day may be after midnight.
  const isInOrder = isAscending(times.slice(0, -1))
  const isEveryMarked = written.every(({ isMarked }) => isMarked)
  return {
    times,
    isWholeDay: times.length === 0 && row.includes('24'),
    isHalfUnknown,
    isCertain: times.length % 2 === 0 && isEveryMarked && isInOrder && !isHalfUnknown
  }
}

/** Returns whether each time is later than the one before it. */
const isAscending = (times: string[]) => [...new Set(times)].sort().join() === times.join()

/** Returns a time of 24 hours, such as 17:00 for 5 pm. */
function toTime({ hours, minutes, half }: Written): string {
  const hour = half === '' ? hours : (hours % 12) + (half === 'p' ? 12 : 0)
  return [hour, minutes].map((number) => String(number).padStart(2, '0')).join(':')
}
