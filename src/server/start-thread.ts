import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Lets threads use the code that others have compiled. Otherwise each would compile the same code again at every start and
 * keep Node's compiler of TypeScript in memory for it: 20 MB more, and more than twice the time to start.
 */
const ARGUMENTS = ['--require', fileURLToPath(new URL('./require-node.cjs', import.meta.url))]

/**
 * Starts a thread. `resourceLimits.maxYoungGenerationSizeMb` is the memory for its new objects, which is hardly given back.
 */
export function startThread(script: URL | string, options: WorkerOptions): Worker {
  // V8 reads this flag when a thread starts, and prefers it to the thread's own limit. What the main thread got from
  // `npm start` stays as it is.
  setFlagsFromString('--max-semi-space-size=0')
  return new Worker(script, { ...options, execArgv: ARGUMENTS })
}
