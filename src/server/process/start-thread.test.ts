import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { afterEach, expect, it } from 'vitest'
import { startThread } from './start-thread.ts'

afterEach(() => setFlagsFromString('--max-semi-space-size=0'))

it('lets a thread use the code that others have compiled', async () => {
  const script = 'require("node:worker_threads").parentPort.postMessage(require("node:module").getCompileCacheDir())'
  const [folder] = await once(startThread(script, { eval: true, env: {} }), 'message')
  expect(folder).toMatch(/node_modules.\.cache.baton/)
})

it('holds a thread to its own memory for new objects, whatever the process was started with', async () => {
  setFlagsFromString('--max-semi-space-size=16')
  const script = `
    const { getHeapSpaceStatistics } = require('node:v8')
    let most = 0
    let some = []
    for (let count = 0; count < 1_000_000; count += 1) {
      some.push({ count })
      if (some.length > 100_000) some = []
      if (count % 1_000 > 0) continue
      const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
      most = Math.max(most, space.space_size)
    }
    require('node:worker_threads').parentPort.postMessage(most / 1_048_576)`
  const thread = startThread(script, { eval: true, resourceLimits: { maxYoungGenerationSizeMb: 6 } })
  const [most] = await once(thread, 'message')
  expect(most).toBeLessThanOrEqual(6)
})
