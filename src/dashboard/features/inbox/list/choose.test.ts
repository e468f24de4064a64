import { beforeEach, expect, it } from 'vitest'
import { choose, choosing } from './choose.ts'
import { chooseNothing, chosen } from './chosen.ts'

const ids = ['a', 'b', 'c', 'd', 'e']
const all = () => [...chosen.get()].sort().join('')
beforeEach(chooseNothing)

it('chooses one by one, and no longer', () => {
  for (const id of ['b', 'd', 'b']) choose(ids, id, false)
  expect(all()).toBe('d')
})

it('chooses a range from the row chosen last, in both directions', () => {
  choose(ids, 'c', false)
  choose(ids, 'a', true)
  expect(all()).toBe('abc')
  choose(ids, 'e', true)
  expect(all()).toBe('abcde')
})

it('begins with the row itself where no range can begin', () => {
  choose(ids, 'd', true)
  expect(all()).toBe('d')
  choose(ids, 'd', false)
  choose(ids, 'b', true)
  expect(all()).toBe('b')
})

it('chooses as many as can be changed at once', () => {
  choosing(Array.from({ length: 101 }, (_, index) => `${index}`))
  expect(chosen.get().size).toBe(100)
})
