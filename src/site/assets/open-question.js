// Opens the question that the fragment of the URL leads to.
const open = () => document.querySelector('.question:target')?.setAttribute('open', '')
addEventListener('hashchange', open)
open()
