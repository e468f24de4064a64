import { expect, it } from 'vitest'
import { judge, treeMegabytes } from './memory.ts'

const steady = (count: number, megabytes: number) => new Array<number>(count).fill(megabytes)

it('passes what warms up and then stays', () => {
  const samples = [...steady(25, 150), ...steady(75, 300)]
  expect(judge(samples, 450)).toEqual({ peak: 300, medians: [150, 300, 300, 300], problems: [] })
  const weekOfDays = Array.from({ length: 7 }, () => [...steady(13, 400), ...steady(17, 480), ...steady(3, 400)]).flat()
  expect(judge(weekOfDays, 500, 7).problems).toEqual([])
})

it('fails what was too large once, and what grows', () => {
  expect(judge([...steady(99, 300), 451], 450).problems).toEqual(['It held 451 MB, more than 450 MB.'])
  const growing = Array.from({ length: 100 }, (_, index) => 200 + index)
  expect(judge(growing, 450).problems).toEqual(['It grew: 237 MB in the middle, 287 MB at the end.'])
})

it('counts a process’s memory', () => {
  expect(treeMegabytes(process.pid)).toBeGreaterThan(20)
})
