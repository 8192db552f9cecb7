// Shows only the services of the category in the fragment of the URL. Without this script its link leads to them.
const filter = document.querySelector('.filter')
const links = [...filter.querySelectorAll('a')]
const groups = [...document.querySelectorAll('#serviceGroups > *')]

function apply() {
  const chosen = groups.find(({ id }) => id && `#${id}` === location.hash)
  for (const group of groups) group.hidden = chosen !== undefined && group !== chosen
  const current = links.find(({ hash }) => chosen && hash === location.hash) ?? links[0]
  for (const link of links) link.setAttribute('aria-current', link === current)
  return (chosen ?? document.querySelector('#serviceGroups')).querySelectorAll('.service, .price-line').length
}

// Screen readers read a change of the status, so it is empty until the visitor chooses.
function choose() {
  const count = String(apply())
  filter.querySelector('[role=status]').textContent = filter.dataset.shown.replace('{count}', count)
}

filter.addEventListener('click', (event) => {
  const link = event.target.closest('a')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  history.pushState(null, '', link.hash)
  choose()
})
addEventListener('popstate', choose)
apply()
