import { expect, it } from 'vitest'
import { renderMarkdown } from './render-markdown.ts'

it('shows a table as one', () => {
  const html = renderMarkdown('| a | b |\n|---|---|\n| 1 | 2 |')
  expect(html).toContain('<td>2</td>')
})

it('makes no millions of cells of a message of bars', () => {
  const message = `${'|a'.repeat(2_000)}\n${'|-'.repeat(2_000)}\n${'|b\n'.repeat(600)}`
  expect(renderMarkdown(message).length).toBeLessThan(message.length * 10)
})
