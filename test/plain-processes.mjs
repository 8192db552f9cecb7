import spawns from 'process-on-spawn'

// Tap would add its hooks to every process that a test starts, such as the one that draws pictures. They take as long as
// the start of a server.
spawns.removeAllListeners()
delete process.env.NODE_OPTIONS

// The process that draws would inherit them with the arguments of Node.js.
process.execArgv = []
