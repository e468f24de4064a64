export { startOverview } from './start-overview.ts'
export { updateSums } from './sum-hours.ts'
