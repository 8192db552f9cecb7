// Makes /developers/ interactive: code in tabs, copies of code, live responses, the current section.
const languageKey = 'code-language'
const maxHighlighted = 100_000
// The style sheet has a rule for each depth.
const maxDepth = 8
const tokens = /("(?:\\.|[^"\\])*")(?=(:)?)|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g

const announcement = document.createElement('p')
announcement.className = 'visually-hidden'
announcement.setAttribute('role', 'status')
document.querySelector('main').append(announcement)

// Tabs: the chosen language applies to every operation, also on the next visit.
const tabs = [...document.querySelectorAll('[role=tab]')]

function showLanguage(language) {
  for (const tab of tabs) {
    const isSelected = tab.dataset.language === language
    tab.setAttribute('aria-selected', isSelected)
    tab.tabIndex = isSelected ? 0 : -1
    document.getElementById(tab.getAttribute('aria-controls')).toggleAttribute('data-shown', isSelected)
  }
  for (const subject of document.querySelectorAll('.samples-bar .visually-hidden'))
    subject.textContent = describeRequest(subject.closest('.samples'))
}

/** Returns the request that is shown, such as "the curl request of getProfile". */
const describeRequest = (samples) =>
  `the ${samples.querySelector('[aria-selected=true]').textContent} request of ${nameOf(samples.closest('.operation'))}`

// The id of an operation of an older version begins with the version.
const nameOf = (section) => section.querySelector('h3').id

function chooseLanguage(language) {
  showLanguage(language)
  try {
    localStorage.setItem(languageKey, language)
  } catch {
    // The browser stores nothing, so the choice is for this visit.
  }
}

function readLanguage() {
  try {
    return localStorage.getItem(languageKey)
  } catch {
    return null
  }
}

const steps = { ArrowRight: 1, ArrowLeft: -1 }

for (const tab of tabs) {
  tab.addEventListener('click', () => chooseLanguage(tab.dataset.language))
  tab.addEventListener('keydown', (event) => {
    const list = [...tab.parentElement.children]
    const index = list.indexOf(tab) + (steps[event.key] ?? 0)
    const next =
      event.key === 'Home' ? list[0] : event.key === 'End' ? list.at(-1) : list.at(index % list.length)
    if (next === tab) return
    event.preventDefault()
    chooseLanguage(next.dataset.language)
    next.focus()
  })
}
const language = readLanguage()
if (tabs.some((tab) => tab.dataset.language === language)) showLanguage(language)

// Copies.
async function copy(button, code) {
  try {
    await navigator.clipboard.writeText(code.textContent)
    button.firstChild.data = 'Copied'
    announcement.textContent = `Copied ${button.lastChild.textContent}`
  } catch {
    getSelection().selectAllChildren(code)
    announcement.textContent = 'The browser does not allow copying. The code is selected: copy it yourself.'
  }
  setTimeout(() => {
    button.firstChild.data = 'Copy'
    announcement.textContent = ''
  }, 4000)
}

/** Adds a button that shows "Copy". Its name continues with the subject, which only screen readers read. */
function addCopyButton(bar, subject, findCode) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  const hidden = document.createElement('span')
  hidden.className = 'visually-hidden'
  hidden.textContent = subject
  button.append('Copy', ' ', hidden)
  button.addEventListener('click', () => copy(button, findCode()))
  bar.append(button)
}

for (const samples of document.querySelectorAll('.samples')) {
  addCopyButton(samples.querySelector('.samples-bar'), describeRequest(samples), () =>
    samples.querySelector('[data-shown] code')
  )
}
for (const caption of document.querySelectorAll('figcaption')) {
  // A sample response is no JSON if it is shortened, so only a live one can be copied.
  if (!caption.closest('.samples, .response'))
    addCopyButton(caption, `the code “${caption.textContent}”`, () =>
      caption.parentElement.querySelector('code')
    )
}

// Live responses.
/** Returns a text as nodes that may continue on another line after each slash, if it has a URL. */
const breakUrl = (text) =>
  (text.includes('://') ? text.match(/[^/]*\/+|[^/]+$/g) : [text]).flatMap((part, index) =>
    index > 0 ? [document.createElement('wbr'), part] : [part]
  )

const wrap = (tag, text, name) => {
  const element = document.createElement(tag)
  if (name) element.className = name
  element.append(...breakUrl(text))
  return element
}

/** Returns text as lines. The rest of a line that is too long is indented further than its beginning. */
const inLines = (text, highlightLine) =>
  text.split('\n').map((content, index, { length }) => {
    const line = document.createElement('span')
    const depth = content.search(/\S/) / 2
    if (depth > 0) line.dataset.depth = Math.min(depth, maxDepth)
    line.append(...highlightLine(content), index < length - 1 ? '\n' : '')
    return line
  })

/** Returns a line of JSON as highlighted nodes. Each text has its own direction. */
function highlightJson(json) {
  const nodes = []
  let end = 0
  for (const { 0: token, 1: string, 2: colon, index } of json.matchAll(tokens)) {
    nodes.push(json.slice(end, index))
    if (colon) nodes.push(token)
    else if (string) nodes.push('"', wrap('bdi', token.slice(1, -1)), '"')
    else nodes.push(wrap('span', token, 'code-word'))
    end = index + token.length
  }
  return [...nodes, json.slice(end)]
}

function highlightHeader(header) {
  const end = header.indexOf(':')
  return [wrap('span', header.slice(0, end), 'code-key'), header.slice(end)]
}

const format = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

async function send(section, path) {
  const status = section.querySelector('.response-status')
  const headers = section.querySelector('.response-headers')
  const started = performance.now()
  section.dataset.sent = path
  try {
    const response = await fetch(path)
    const text = await response.text()
    // Another id may have been chosen since.
    if (section.dataset.sent !== path) return
    const time = Math.round(performance.now() - started)
    // HTTP/2 has no text for a status.
    const result = `${response.status} ${response.statusText}`.trim()
    status.textContent = `GET ${path}: ${result} (${time} ms)`
    const fields = Array.from(response.headers, (pair) => pair.join(': ')).join('\n')
    headers.querySelector('pre').replaceChildren(...inLines(fields, highlightHeader))
    headers.hidden = false
    const code = section.querySelector('.response code')
    const body = format(text)
    code.replaceChildren(...(body.length > maxHighlighted ? [body] : inLines(body, highlightJson)))
    const caption = section.querySelector('.response figcaption')
    if (!caption.querySelector('.copy'))
      addCopyButton(caption, `the response of ${nameOf(section)}`, () => code)
  } catch {
    if (section.dataset.sent !== path) return
    headers.hidden = true
    status.textContent = 'The server did not respond. Check your connection and try again.'
  }
}

for (const section of document.querySelectorAll('.operation')) {
  const form = section.querySelector('.try-it')
  const field = form?.elements.id
  const pathOf = (id = '') => section.dataset.path.replace('{id}', encodeURIComponent(id))
  let path = pathOf(field?.value)
  // The samples and the link follow the id.
  const follow = () => {
    const next = pathOf(field?.value)
    for (const string of section.querySelectorAll('.panels .code-string'))
      string.replaceChildren(...breakUrl(string.textContent.replaceAll(path, next)))
    form.querySelector('a').href = next
    path = next
  }
  field?.addEventListener('change', () => {
    if (!field.value) return
    follow()
    send(section, path)
  })
  form?.addEventListener('submit', (event) => {
    event.preventDefault()
    follow()
    send(section, path)
  })
}

// The current section: the last one that begins in the upper third of the window.
const links = new Map(
  Array.from(document.querySelectorAll('.contents a'), (link) => [
    document.getElementById(decodeURIComponent(link.hash.slice(1))),
    link
  ])
)

function markCurrent() {
  const [first] = links.keys()
  const begun = [...links.keys()].filter((heading) => heading.getBoundingClientRect().top < innerHeight / 3)
  const current = links.get(begun.at(-1) ?? first)
  for (const link of links.values()) link.removeAttribute('aria-current')
  current.setAttribute('aria-current', 'true')
}

const observer = new IntersectionObserver(markCurrent, { rootMargin: '0px 0px -66% 0px' })
for (const heading of links.keys()) observer.observe(heading)
