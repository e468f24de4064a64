import { expect, it } from 'vitest'
import { dot, dotProducts } from './dot.ts'

it.each([
  [0, 384],
  [3, 384],
  [8, 384],
  [9, 13],
  [5, 1],
])('gives the products with %i vectors of %i numbers as one by one', (count, dimensions) => {
  const numbers = (length: number) => Float32Array.from({ length }, (_, at) => Math.sin(at * 1.7))
  const question = Float64Array.from(numbers(dimensions))
  const vectors = numbers(count * dimensions)
  const products = new Float32Array(count)
  dotProducts(vectors, question, products)
  const one = (row: number) => Math.fround(dot(vectors.subarray(row * dimensions), 0, question))
  expect([...products]).toEqual(Array.from({ length: count }, (_, row) => one(row)))
})
