export { eraseLines } from './erase-lines.ts'
export { startSearch } from './start-search.ts'
export { updateIndex } from './update-index.ts'
