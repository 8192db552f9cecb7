// Adds the message of the contact form to its WhatsApp and email links. This script sends nothing.
const form = document.querySelector('.message-form')
const { topic, name, message } = form.elements
const links = [...form.querySelectorAll('[data-send]')].map((link) => ({ link, base: link.href }))

function compose() {
  const { greeting, greetingNoName, about, aboutNothing } = form.dataset
  const who = name.value.trim()
  const what = topic?.selectedOptions[0]
  return [
    who ? greeting.replace('{name}', () => who) : greetingNoName,
    what?.value ? about.replace('{topic}', () => what.label) : aboutNothing,
    message.value.trim()
  ]
    .filter(Boolean)
    .join('\n')
}

function update() {
  const text = compose()
  form.querySelector('output').textContent = text
  for (const { link, base } of links) {
    const fields =
      link.dataset.send === 'email'
        ? `subject=${encodeURIComponent(form.dataset.subject)}&body=${encodeURIComponent(text)}`
        : `text=${encodeURIComponent(text)}`
    link.href = base + (base.includes('?') ? '&' : '?') + fields
  }
}

// Selects the item of ?service=ID or ?package=ID; if the list omits it, requests its name from the API. Only the first
// parameter counts, because a URL with hundreds would cause hundreds of requests.
async function choose(kind, id) {
  if (!topic) return
  const value = `${kind}=${id}`
  if (![...topic.options].some((option) => option.value === value)) {
    const response = await fetch(`${form.dataset.api}/${kind}s/${encodeURIComponent(id)}.json`)
    if (!response.ok) return
    topic.add(new Option((await response.json()).name, value))
  }
  topic.value = value
  update()
}

form.addEventListener('input', update)
update()
const wanted = [...new URLSearchParams(location.search)].find(([kind]) =>
  ['service', 'package'].includes(kind)
)
if (wanted) choose(...wanted)
