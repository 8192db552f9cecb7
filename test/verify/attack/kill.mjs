import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

// Loaded into the process of a test: KILL is the name of a call on a path with a word, and its number. That call kills the process.
const [name, word, number] = process.env.KILL.split(' ')
let left = Number(number)
const original = fs.promises[name]
fs.promises[name] = (...args) => {
  if (String(args[0]).includes(word)) left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
  return original(...args)
}
syncBuiltinESMExports()
