// Loaded into the process of a test: throws where nothing catches.
process.on('SIGUSR2', () => {
  throw new Error('nobody foresaw this')
})
