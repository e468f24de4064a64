import { expect, it } from 'vitest'
import { judgeGrowth, judgeLeap } from './growth.ts'

const samples = (...values: number[]) => values.map((events) => ({ events, jobs: events }))

it('lets nothing grow in the second half but what is said to be kept', () => {
  const growing = judgeGrowth(samples(0, 100, 200, 300))
  expect(growing.map(({ name, isLeak }) => [name, isLeak])).toEqual([
    ['events', false],
    ['jobs', true],
  ])
  expect(judgeGrowth(samples(0, 200, 190, 210)).filter(({ isLeak }) => isLeak)).toEqual([])
})

it('wants what is kept for some days to be gone long after', () => {
  const left = (after: number) =>
    judgeLeap({ events: 1_000, proofs: 1_000 }, { events: after, proofs: 1_000 }).filter(({ isLeft }) => isLeft)
  expect(left(1_000).map(({ name }) => name)).toEqual(['events'])
  expect(left(100)).toEqual([])
})
