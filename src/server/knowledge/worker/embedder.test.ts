import { expect, it } from 'vitest'
import { graspIn } from './embedder.ts'

const UNKNOWN = '[UNK]'

it('trusts whole words and long pieces, and not single letters or unknown pieces', () => {
  expect(graspIn(['when', 'do', 'you', 'open'], UNKNOWN)).toMatchObject({ trust: 1, whole: 1 })
  expect(graspIn(['wan', '##n', 'off', '##net', 'ihr'], UNKNOWN).trust).toBeCloseTo(0.8)
  expect(graspIn(['п', '##о', '##ч', '##т', '##а'], UNKNOWN).trust).toBe(0)
  expect(graspIn([UNKNOWN, UNKNOWN], UNKNOWN)).toEqual({ trust: 0, whole: 0 })
  expect(graspIn([], UNKNOWN)).toEqual({ trust: 0, whole: 0 })
})

it('knows a language from one that is written alike by the words that it need not cut', () => {
  expect(graspIn(['can', 'i', 'rent', 'a', 'tent'], UNKNOWN).whole).toBe(1)
  expect(graspIn(['kan', '##n', 'ich', 'ein', 'ze', '##lt', 'mi', '##ete', '##n'], UNKNOWN).whole).toBeCloseTo(0.4)
})

it('takes letters of other scripts for no words, though each stands alone', () => {
  expect(graspIn(['天', '几', '点'], UNKNOWN).whole).toBe(0)
})
