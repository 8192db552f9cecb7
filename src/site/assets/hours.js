// Marks today in the hours of each place, by the time zone of the place.
for (const place of document.querySelectorAll('[data-timezone]')) {
  const { timezone, today } = place.dataset
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: timezone,
    weekday: 'long',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit'
  }).formatToParts()
  const { weekday, year, month, day } = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  const date = `${year}-${month}-${day}`
  const special = [...place.querySelectorAll('[data-from]')].filter(
    ({ dataset }) => dataset.from <= date && date <= dataset.to
  )
  const regular = [...place.querySelectorAll(`[data-day=${weekday.toLowerCase()}]`)]
  for (const row of special.length > 0 ? special : regular) {
    row.setAttribute('aria-current', 'date')
    row.firstElementChild.append(` (${today})`)
  }
}
