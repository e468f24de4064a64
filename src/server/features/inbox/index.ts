export { inboxLines } from './list-inbox.ts'
