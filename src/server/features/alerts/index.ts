export { alertOfMentions, alertOfWait } from './alert.ts'
