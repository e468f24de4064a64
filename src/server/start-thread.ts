import { fileURLToPath } from 'node:url'

/**
 * Arguments of Node for a thread, which would otherwise compile the same code again at every start and keep Node's
 * compiler of TypeScript in memory for it: 20 MB more for each thread, and more than twice the time to start.
 */
export const THREAD_ARGUMENTS = ['--require', fileURLToPath(new URL('./require-node.cjs', import.meta.url))]
