// Shows each notice between its dates only: a static host has this page until the next export.
for (const notice of document.querySelectorAll('.notice[data-end]')) {
  const { start, end } = notice.dataset
  notice.hidden = Date.parse(end) <= Date.now() || Date.parse(start) > Date.now()
}
