import { parentPort } from 'node:worker_threads'
import { convert, type Source } from './convert.ts'

parentPort?.on('message', (source: Source) => parentPort?.postMessage(convert(source)))
parentPort?.postMessage('ready')
