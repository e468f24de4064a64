export { startSearch } from './start-search.ts'
