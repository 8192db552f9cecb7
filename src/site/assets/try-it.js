// Shows the live response of an operation below its form.
async function answer(form) {
  const id = new FormData(form).get('id')
  const path = form.dataset.path.replace('{id}', encodeURIComponent(id ?? ''))
  const status = form.querySelector('[role=status]')
  const frame = form.querySelector('.try-it-answer')
  const started = performance.now()
  try {
    const response = await fetch(path)
    const text = JSON.stringify(await response.json(), null, 2)
    status.textContent = `GET ${path}: ${response.status} (${Math.round(performance.now() - started)} ms)`
    frame.querySelector('pre').textContent = text
    frame.hidden = false
  } catch {
    status.textContent = form.dataset.failed
    frame.hidden = true
  }
}

for (const form of document.querySelectorAll('.try-it')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    answer(form)
  })
  form.elements.id?.addEventListener('change', ({ target }) => {
    form.querySelector('a').href = form.dataset.path.replace('{id}', encodeURIComponent(target.value))
  })
}
