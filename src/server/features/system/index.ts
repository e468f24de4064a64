export { startAlarms } from './alarms.ts'
export { gatherFacts } from './facts.ts'
export { readStatus, startStatus } from './status-file.ts'
