const readClock = (timeZone) => {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    weekday: 'long',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23'
  }).formatToParts()
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]))
}

const isOn = (date, from, to) => from <= date && date <= to

// Marks today in the hours of each place, by the time zone of the place.
for (const place of document.querySelectorAll('[data-timezone]')) {
  const { timezone, today } = place.dataset
  const { weekday, year, month, day } = readClock(timezone)
  const date = `${year}-${month}-${day}`
  const special = [...place.querySelectorAll('[data-from]')].filter(({ dataset }) =>
    isOn(date, dataset.from, dataset.to)
  )
  const regular = [...place.querySelectorAll(`[data-day=${weekday.toLowerCase()}]`)]
  for (const row of special.length > 0 ? special : regular) {
    // A static host has the page until the next export, with the date among the later ones.
    row.closest('details')?.setAttribute('open', '')
    row.setAttribute('aria-current', 'date')
    row.firstElementChild.append(` (${today})`)
  }
}

// Writes whether the business is open now in place of a label of the same height.
for (const label of document.querySelectorAll('[data-opening]')) {
  const { timezone, week, special, names, times, openUntil, opensAt, today } = JSON.parse(
    label.dataset.opening
  )
  const { year, month, day, hour, minute } = readClock(timezone)
  const dayMinutes = 24 * 60
  const toMinutes = (time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
  const dateOf = (added) => new Date(Date.UTC(year, month - 1, Number(day) + added))
  const dayOf = (added) => weekdays[dateOf(added).getUTCDay()]
  const hoursOf = (added) => {
    const date = dateOf(added).toISOString().slice(0, 10)
    const found = special.filter(({ from, to }) => isOn(date, from, to))
    return found.length > 0 ? found : week.filter((entry) => entry.day === dayOf(added))
  }
  // A night of yesterday may last until now. Hours that follow each other are one time.
  const open = []
  for (let added = -1; added <= 7; added += 1) {
    const ofDay = hoursOf(added).filter(({ opens }) => opens)
    for (const { opens, closes } of ofDay.sort((a, b) => (a.opens < b.opens ? -1 : 1))) {
      const start = toMinutes(opens) + added * dayMinutes
      const end = toMinutes(closes) + (added + (closes <= opens)) * dayMinutes
      const last = open.at(-1)
      if (!last || start > last.end) open.push({ added, opens, closes, start, end })
      else if (end > last.end) Object.assign(last, { end, closes })
    }
  }
  const now = toMinutes(`${hour}:${minute}`)
  const next = open.find(({ end }) => end > now)
  if (next && next.start > now)
    label.textContent = opensAt
      .replace('{day}', next.added === 0 ? today : names[dayOf(next.added)])
      .replace('{time}', times[next.opens])
  // A time of tomorrow night would need its day.
  else if (next && next.end < now + dayMinutes)
    label.textContent = openUntil.replace('{time}', times[next.closes])
}
