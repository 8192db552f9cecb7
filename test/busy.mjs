// Loaded into the process of a test: from one signal to the next the event loop is always late.
const nothing = new Int32Array(new SharedArrayBuffer(4))
let timer
process.on('SIGUSR2', () => {
  if (timer) return clearInterval(timer)
  timer = setInterval(() => Atomics.wait(nothing, 0, 0, 650), 1)
})
