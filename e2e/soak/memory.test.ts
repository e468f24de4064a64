import { expect, it } from 'vitest'
import { judge, treeMegabytes } from './memory.ts'

const steady = (count: number, megabytes: number) => new Array<number>(count).fill(megabytes)

it('passes what warms up and then stays', () => {
  const samples = [...steady(25, 150), ...steady(75, 300)]
  expect(judge(samples, 450)).toEqual({ peak: 300, second: 300, last: 300, problems: [] })
})

it('fails what was too large once, and what grows', () => {
  expect(judge([...steady(99, 300), 451], 450).problems).toEqual(['It held 451 MB, more than 450 MB.'])
  const growing = Array.from({ length: 100 }, (_, index) => 200 + index)
  expect(judge(growing, 450).problems).toEqual(['It grew: 237 MB in the second quarter, 287 MB in the last.'])
})

it('counts a process’s memory', () => {
  expect(treeMegabytes(process.pid)).toBeGreaterThan(20)
})
