// The entry point of 1.0.0, which keeps working.
process.argv = [...process.argv.slice(0, 2), process.argv.includes('--check') ? 'check' : 'serve']
await import('./business-facts.ts')
