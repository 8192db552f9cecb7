import { handleTasks } from '../../base/tasks.ts'
import { loadBusiness, type Settings } from './load.ts'

handleTasks(async (settings: Settings) => () => loadBusiness(settings))
