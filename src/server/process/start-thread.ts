import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Loads require-node.cjs in a thread, which turns on Node's cache of compiled code. Without it each thread would
 * compile the same code again and keep Node's TypeScript compiler in memory: 20 MB more, and more than twice the time
 * to start.
 */
const ARGUMENTS = ['--require', fileURLToPath(new URL('../require-node.cjs', import.meta.url))]

/**
 * Starts a thread. `resourceLimits.maxYoungGenerationSizeMb` bounds the memory for its new objects, which V8 hardly
 * ever gives back.
 */
export function startThread(script: URL | string, options: WorkerOptions): Worker {
  // V8 reads this flag when a thread starts, and prefers it to the thread's own limit; with 0 the limit counts. The
  // main thread keeps the value that launch.sh gave it.
  setFlagsFromString('--max-semi-space-size=0')
  return new Worker(script, { ...options, execArgv: ARGUMENTS })
}
