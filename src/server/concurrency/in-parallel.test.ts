import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inParallel } from './in-parallel.ts'

it('works on so many items at a time, and gives the results in their order', async () => {
  let [running, most] = [0, 0]
  const doubled = await inParallel([1, 2, 3, 4, 5], 2, async (item) => {
    running += 1
    most = Math.max(most, running)
    for (let turn = item; turn < 6; turn += 1) await yieldToEventLoop()
    running -= 1
    return item * 2
  })
  expect([doubled, most]).toEqual([[2, 4, 6, 8, 10], 2])
  expect(await inParallel([], 2, async () => 1)).toEqual([])
})

it('begins with nothing else once something has failed', async () => {
  const begun: number[] = []
  const work = inParallel([1, 2, 3, 4, 5, 6], 2, async (item) => {
    begun.push(item)
    await yieldToEventLoop()
    if (item === 2) throw new Error('two')
  })
  await expect(work).rejects.toThrow('two')
  for (let turn = 0; turn < 5; turn += 1) await yieldToEventLoop()
  expect(begun.length).toBeLessThan(5)
})
