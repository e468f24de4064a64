import { expect, it } from 'vitest'
import { fewAtATime } from './few-at-a-time.ts'

const refusal = () => new Error('Too many')

it('runs a few tasks at once, in the order of the calls, also after one that fails', async () => {
  const run = fewAtATime({ atOnce: 2, waitingAtMost: 10, refusal })
  const begun: number[] = []
  let running = 0
  let most = 0
  const tasks = Array.from({ length: 8 }, (_, number) =>
    run(async () => {
      begun.push(number)
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 1))
      running -= 1
      if (number % 2 === 0) throw new Error(`${number}`)
      return number
    }),
  )
  const results = await Promise.allSettled(tasks)
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message))).toEqual([
    '0',
    1,
    '2',
    3,
    '4',
    5,
    '6',
    7,
  ])
  expect([most, running]).toEqual([2, 0])
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

it('refuses what would have to wait behind too many, and takes on more later', async () => {
  const run = fewAtATime({ atOnce: 1, waitingAtMost: 2, refusal })
  let release = () => {}
  const held = run(() => new Promise<void>((resolve) => (release = resolve)))
  const waiting = [run(async () => 'first'), run(async () => 'second')]
  await expect(run(async () => 'third')).rejects.toThrow('Too many')
  release()
  await held
  expect(await Promise.all(waiting)).toEqual(['first', 'second'])
  expect(await run(async () => 'fourth')).toBe('fourth')
})

it('gives up what waits for too long, and goes on with what came after it', async () => {
  const run = fewAtATime({ atOnce: 1, patienceMs: 20, refusal })
  let release = () => {}
  const held = run(() => new Promise<void>((resolve) => (release = resolve)))
  await expect(run(async () => 'second')).rejects.toThrow('Too many')
  const third = run(async () => 'third')
  release()
  await held
  expect(await third).toBe('third')
})
