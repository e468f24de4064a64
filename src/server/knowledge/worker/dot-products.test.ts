import { describe, expect, it } from 'vitest'
import { createVectors, dot } from './dot-products.ts'

const numbers = (length: number, seed: number) => Float32Array.from({ length }, (_, at) => Math.sin(seed + at * 1.7))

describe.each([
  [0, 0],
  [1, 384],
  [999, 16], // in JavaScript
  [1_000, 8],
  [1_000, 384],
  [1_500, 13], // of a length that the vector instructions don't divide
  [1_001, 1],
])('dot products of %i vectors of %i numbers', (count, dimensions) => {
  it('are what JavaScript says they are, however the vectors were put in', () => {
    const all = numbers(count * dimensions, 1)
    const vectors = createVectors(count, dimensions)
    const half = Math.floor(count / 2)
    vectors.put(0, all.subarray(0, half * dimensions))
    vectors.put(half, all.subarray(half * dimensions))
    for (const seed of [2, 3]) {
      const question = numbers(dimensions, seed)
      const products = vectors.times(question)
      expect(products).toHaveLength(count)
      products.forEach((product, at) => {
        if (Math.abs(product - dot(all, at * dimensions, question)) > 1e-4) throw new Error(`${at}: ${product}`)
      })
    }
  })

  it('are 0 with a question of another model', () => {
    const vectors = createVectors(count, dimensions)
    vectors.put(0, numbers(count * dimensions, 1))
    vectors.times(numbers(dimensions, 2))
    expect(vectors.times(numbers(dimensions + 1, 2)).every((product) => product === 0)).toBe(true)
  })
})
