// Opens the question that the fragment of the URL leads to. Chromium sets :target only when the page has loaded.
const open = () => {
  const target = document.getElementById(readFragment())
  if (target?.matches('.question')) target.open = true
}

function readFragment() {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return ''
  }
}

addEventListener('hashchange', open)
open()
