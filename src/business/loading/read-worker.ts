import { handleTasks } from '../../base/tasks.ts'
import { loadBusiness } from './load.ts'

handleTasks(loadBusiness)
