import { parentPort, workerData } from 'node:worker_threads'
import { loadData } from './load-data.ts'

parentPort?.postMessage(loadData(workerData))
