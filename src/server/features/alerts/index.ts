export { alertOfBrokenChecks, alertOfMentions, alertOfWait } from './alert.ts'
