import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { THREAD_ARGUMENTS } from './thread-arguments.ts'

it('lets a thread use the code that others have compiled', async () => {
  const script = 'require("node:worker_threads").parentPort.postMessage(require("node:module").getCompileCacheDir())'
  const thread = new Worker(script, { eval: true, env: {}, execArgv: THREAD_ARGUMENTS })
  const [folder] = await once(thread, 'message')
  expect(folder).toMatch(/node_modules.\.cache.baton/)
})
