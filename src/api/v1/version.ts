import { operations } from '../../business/operations.ts'
import type { Version } from '../versions.ts'

export const v1: Version = { name: 'v1', alias: true, operations }
