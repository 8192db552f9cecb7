// Loaded into the process of a test: throws where nothing catches.
process.on('SIGWINCH', () => {
  throw Object.assign(new Error(`nobody foresaw this${'!'.repeat(5000)}`), {
    code: 'ENOBODY',
    detail: 'x'.repeat(5000)
  })
})
