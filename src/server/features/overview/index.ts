export { type Recounted, recount, recountAll } from './recount.ts'
export { startOverview } from './start-overview.ts'
export { updateSums } from './sum-hours.ts'
