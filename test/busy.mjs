// Loaded into the process of a test: from one signal to the next the event loop is always late.
let timer
process.on('SIGUSR2', () => {
  if (timer) return clearInterval(timer)
  timer = setInterval(() => {
    const started = performance.now()
    while (performance.now() - started < 700);
  }, 1)
})
