import { expect, it } from 'vitest'
import { measures } from './measures.ts'
import { createRecent } from './recent.ts'

const HOUR_MS = 60 * 60 * 1000

it('counts a model as failing until it answers, however rarely it is asked, or nobody has asked it for a day', () => {
  let now = Date.now()
  const recent = createRecent(() => now)
  const ask = (isFailed: boolean) => measures.model.tell({ model: 'gpt-x', isFailed, seconds: 1 })
  for (let failed = 0; failed < 3; failed += 1) ask(true)
  for (let hours = 0; hours < 10; hours += 1) {
    now += HOUR_MS
    expect(recent.failingModels()).toEqual(['gpt-x'])
  }
  ask(false)
  expect(recent.failingModels()).toEqual([])
  for (let failed = 0; failed < 3; failed += 1) ask(true)
  now += 25 * HOUR_MS
  expect(recent.failingModels()).toEqual([])
  recent.close()
})
