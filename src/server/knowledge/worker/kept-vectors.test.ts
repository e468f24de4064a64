import { expect, it } from 'vitest'
import { createKeptVectors } from './kept-vectors.ts'

it('embeds a text once for as long as it is among those that were used last', async () => {
  const asked: string[][] = []
  const embed = createKeptVectors(2)(async (texts) => {
    asked.push(texts)
    return texts.map((text) => Float32Array.of(text.length))
  })
  const lengths = async (...texts: string[]) => (await embed(texts)).map(([length]) => length)
  expect(await lengths('a', 'bb', 'a')).toEqual([1, 2, 1])
  expect(await lengths('bb', 'a')).toEqual([2, 1])
  expect(await lengths('ccc', 'a')).toEqual([3, 1])
  expect(await lengths('bb')).toEqual([2])
  expect(asked).toEqual([['a', 'bb'], ['ccc'], ['bb']])
})

it('keeps no long text', async () => {
  let asked = 0
  const embed = createKeptVectors(2)(async (texts) => {
    asked += texts.length
    return texts.map(() => new Float32Array(1))
  })
  for (let time = 0; time < 2; time += 1) await embed(['long '.repeat(200)])
  expect(asked).toBe(2)
})
