import { expect, it } from 'vitest'
import { segmentsOf } from './segments.ts'

const paragraphs = (count: number) => Array.from({ length: count }, (_, at) => `Paragraph ${at} says something.\n\n`)

it('leaves what is short alone, and loses nothing of what is long', () => {
  const short = paragraphs(100).join('')
  expect(segmentsOf(short)).toEqual([short])
  const long = paragraphs(10_000).join('')
  const segments = segmentsOf(long)
  expect(segments.length).toBeGreaterThan(10)
  expect(segments.join('')).toBe(long)
  for (const segment of segments) expect(segment).toMatch(/^Paragraph /)
})

it('cuts a long list at its items, and neither a table nor a block of code', () => {
  const list = '- item with words\n  and more\n'.repeat(5_000)
  expect(Math.max(...segmentsOf(list).map(({ length }) => length))).toBeLessThan(40_000)
  const table = `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(20_000)}`
  expect(segmentsOf(table)).toEqual([table])
  const code = `\`\`\`\n${'line\n\n'.repeat(20_000)}\`\`\`\n`
  expect(segmentsOf(code)).toEqual([code])
})
