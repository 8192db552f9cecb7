import { isMainThread } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

// tsx leaves the threads of a process out (https://github.com/privatenumber/tsx/issues/354).
if (!isMainThread) register()
