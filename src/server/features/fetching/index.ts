export { startFetching } from './start-fetching.ts'
