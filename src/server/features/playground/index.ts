export { askOnce } from './ask-once.ts'
