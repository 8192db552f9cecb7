import { parentPort, workerData } from 'node:worker_threads'
import type { Drawing } from './draw.ts'
import { renderPicture } from './render-picture.ts'

const drawings: Map<string, Drawing> = workerData
const pictures = Array.from(drawings, ([path, drawing]) => [path, renderPicture(drawing)] as const)
parentPort?.postMessage(new Map(pictures))
