import { describe, expect, it } from 'vitest'
import { dot } from './dot-products.ts'
import { createVectorTable } from './vector-table.ts'

const numbers = (length: number, seed: number) => Float32Array.from({ length }, (_, at) => Math.sin(seed + at * 1.7))

describe.each([
  [0, 384],
  [1, 384],
  [1_024, 16], // in JavaScript
  [1_025, 8],
  [5_000, 384],
  [1_500, 13], // of a length that the vector instructions don't divide
  [1_100, 1],
])('a table of %i vectors of %i numbers', (count, dimensions) => {
  const all = numbers(count * dimensions, 1)
  const filled = () => {
    const table = createVectorTable(dimensions)
    const half = Math.floor(count / 2)
    const rows = [
      ...table.add(all.subarray(0, half * dimensions), half),
      ...table.add(all.subarray(half * dimensions), count - half),
    ]
    return { table, rows }
  }

  it('gives the dot products to the bit as JavaScript gives them, also of rows that are used again', () => {
    const { table, rows } = filled()
    const again = rows.filter((_, at) => at % 3 === 0)
    table.free(Uint32Array.from(again))
    const others = numbers(again.length * dimensions, 9)
    const newRows = table.add(others, again.length)
    expect([...newRows].toSorted()).toEqual(again.toSorted())
    const question = numbers(dimensions, 2)
    const products = table.times(question)
    const wrong = (row: number, from: Float32Array, at: number) =>
      products[row]! !== dot(from, at * dimensions, question)
    expect(rows.filter((row, at) => at % 3 !== 0 && wrong(row, all, at))).toEqual([])
    expect([...newRows].filter((row, at) => wrong(row, others, at))).toEqual([])
  })

  it('gives 0 for a question, and keeps zeros for vectors, of another model', () => {
    const { table, rows } = filled()
    table.times(numbers(dimensions, 2))
    expect(table.times(numbers(dimensions + 1, 2)).every((product) => product === 0)).toBe(true)
    table.free(Uint32Array.from(rows))
    const other = table.add(numbers(3 * (dimensions + 1), 4), 3)
    const products = table.times(numbers(dimensions, 2))
    expect([...other].map((row) => products[row])).toEqual([0, 0, 0])
  })
})
