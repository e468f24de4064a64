export { startAlarms } from './alarms.ts'
export { gatherFacts } from './facts.ts'
export { readStatus } from './status-file.ts'
