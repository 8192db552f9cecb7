// Shows only the questions that have every word of the filter, in the question, the answer or the topic, and the topics of
// such questions.
import { listForms, splitWords } from '../../base/spelling.js'

const filter = document.querySelector('.question-filter')
const box = filter.querySelector('input')
const status = filter.querySelector('[role=status]')
const topics = [...document.querySelectorAll('.topic')]

const formsOf = (text) => [...new Set(splitWords(text))].map(listForms)

let questions
const readQuestions = () =>
  [...document.querySelectorAll('.topic .question')].map((element) => {
    // The last child is the link.
    const texts = [...element.children].slice(0, -1)
    const topic = element.closest('.topic').querySelector('h2')
    const forms = formsOf([topic, ...texts].map(({ textContent }) => textContent).join(' '))
    return {
      element,
      spellings: forms.flatMap(({ spellings }) => spellings),
      stems: forms.flatMap(({ stems }) => stems)
    }
  })

// Many words begin with the two letters that a prefix may leave.
const isLong = ({ length }) => length > 2
const readFilter = () =>
  formsOf(box.value).map(({ spellings: [typed, ...others], stems }) => ({
    spellings: [typed, ...others.filter(isLong)],
    stems: stems.filter(isLong)
  }))

// The last word may be typed in part only.
const hasWord = (question, { spellings, stems }) =>
  question.spellings.some((word) => spellings.some((spelling) => word.startsWith(spelling))) ||
  question.stems.some((stem) => stems.includes(stem))

function update() {
  questions ??= readQuestions()
  const words = readFilter()
  const shown = new Set(questions.filter((question) => words.every((word) => hasWord(question, word))))
  for (const question of questions) question.element.hidden = !shown.has(question)
  for (const topic of topics) {
    const isEmpty = topic.querySelector('.question:not([hidden])') === null
    topic.hidden = isEmpty
    const link = document.querySelector(`.contents a[href="#${topic.querySelector('h2').id}"]`)
    if (link) link.parentElement.hidden = isEmpty
  }
  status.textContent = words.length > 0 ? filter.dataset.matches.replace('{count}', shown.size) : ''
}

function clear() {
  box.value = ''
  update()
}

box.addEventListener('input', update)
box.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') clear()
})

// A link never leads to a question that the filter hides.
addEventListener('hashchange', () => {
  if (!document.querySelector('.question[hidden]:target, .topic[hidden] :target')) return
  clear()
  document.querySelector(':target').scrollIntoView()
})
