// Adds the message of the contact form to its WhatsApp and email links. This script sends nothing.
const form = document.querySelector('.message-form')
const { topic, name, message } = form.elements
const links = [...form.querySelectorAll('[data-send]')].map((link) => ({ link, base: link.href }))

function compose() {
  const { greeting, greetingNoName, aboutNothing } = form.dataset
  const who = name.value.trim()
  const what = topic?.selectedOptions[0]
  const about = (what && 'quote' in what.dataset && form.dataset.aboutQuote) || form.dataset.about
  return [
    who ? greeting.replace('{name}', () => who) : greetingNoName,
    // The words of the visitor replace the usual ones.
    what?.value ? about.replace('{topic}', () => what.label) : message.value.trim() ? '' : aboutNothing,
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

const hasTopic = (value) => [...topic.options].some((option) => option.value === value)

// Selects an item, which is added if the list omits it.
function select(value, label, isQuote) {
  if (!hasTopic(value)) {
    const option = new Option(label, value)
    option.toggleAttribute('data-quote', isQuote)
    topic.add(option)
  }
  topic.value = value
  update()
}

// Selects the item of #service=ID or ?package=ID; if the list omits it, requests its name from the API. Only the first
// parameter counts, because a URL with hundreds would cause hundreds of requests. Then scrolls to the form, as a fragment
// does; no field gets the focus, because that would open the keyboard of a phone.
async function choose() {
  const parameters = new URLSearchParams(`${location.hash.slice(1)}&${location.search.slice(1)}`)
  const wanted = [...parameters].find(([kind]) => ['service', 'package'].includes(kind))
  if (!topic || !wanted) return
  const [kind, id] = wanted
  const value = `${kind}=${id}`
  if (hasTopic(value)) {
    select(value)
    return form.scrollIntoView()
  }
  const before = topic.value
  const response = await fetch(`${form.dataset.api}/${kind}s/${encodeURIComponent(id)}.json`)
  if (!response.ok) return
  const { name: label, price } = await response.json()
  // The visitor may have chosen another one since.
  if (topic.value !== before) return
  select(value, label, price ? price.kind === 'from' : kind === 'service')
  form.scrollIntoView()
  if (history.state?.form) remember()
}

// The page's entry in the browser's history stores the fields, so they return if the visitor goes back, reloads the page or
// restores the tab. The delay is there because some browsers limit how often an entry may change.
let timer
function remember() {
  clearTimeout(timer)
  const { value, label, dataset } = topic?.selectedOptions[0] ?? {}
  history.replaceState({ form: [name.value, message.value, value, label, dataset && 'quote' in dataset] }, '')
}

function follow() {
  update()
  clearTimeout(timer)
  timer = setTimeout(remember, 400)
}

// A screen reader reads the message before the visitor sends it.
for (const { link } of links) link.setAttribute('aria-describedby', 'messagePreview')
form.addEventListener('input', follow)
form.addEventListener('change', remember)
// Browsers restore some fields themselves, after this script.
addEventListener('pageshow', () => {
  if (name.value || message.value) follow()
})
if (history.state?.form) {
  const [typedName, typedMessage, value, label, isQuote] = history.state.form
  name.value = typedName
  message.value = typedMessage
  if (topic) select(value, label, isQuote)
  else update()
} else {
  update()
  choose()
}
addEventListener('hashchange', choose)
