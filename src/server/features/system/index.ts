export { startAlarms } from './alarms.ts'
export { type Facts, gatherFacts } from './facts.ts'
export { readStatus } from './status-file.ts'
