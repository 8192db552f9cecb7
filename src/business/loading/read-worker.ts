import { parentPort, workerData } from 'node:worker_threads'
import { loadBusiness } from './load.ts'

parentPort?.postMessage(loadBusiness(workerData))
