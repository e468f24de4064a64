import fc from 'fast-check'
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

const words = (message: string): string => {
  const page = document.createElement('div')
  page.innerHTML = renderMarkdown(message)
  return page.textContent.trim()
}

// Texts that look like tags, emphasis, escapes, entities or links, but quote a source and must be shown unchanged.
const MARKUP_LIKE = [
  '<name>',
  '15*20*30',
  'List<String>',
  '__firstname__',
  '_id',
  String.raw`C:\Program Files\!Acme`,
  String.raw`\*\_\d+\.`,
  '&amp;lt;',
  '&lt;video&gt;',
  '&nbsp;',
  '--shallow-since=<date>',
  '<b>bold</b>',
  '<!-- no -->',
  '<https://a.example/b>',
  'x**2+y**2',
  '**kwargs,',
  '*.log',
  '2 * 3 * 4',
  '~5',
  'a~~b~~c',
  '~one~',
  'list[[1]]',
  'rows[i](x)',
  '[1]',
  '[a]: b',
  '$x_{1}^{2}$',
  '#1',
  'R&D',
  '{{ name }}',
  '<script>alert(1)</script>',
]

it('shows every character of what a source says', () => {
  for (const marks of MARKUP_LIKE) expect(words(`So ${marks} it is.`)).toBe(`So ${marks} it is.`)
  for (const marks of [String.raw`*.log and \*\_\d+\. and 15*20*30`, '`x*` and *.log and 2*3'])
    expect(words(`So ${marks} it is.`)).toBe(`So ${marks.replaceAll('`', '')} it is.`)
  for (const marks of ['<div>x</div>', '<name> is it', '[a]: b', String.raw`\!x`, '&lt;b&gt;'])
    expect(words(`${marks}\n\nSo it is.`).replace(/\s+/g, ' ')).toBe(`${marks} So it is.`)
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...MARKUP_LIKE), { minLength: 1, maxLength: 6 }), (several) => {
      const message = `So ${several.join(' and ')} it is.`
      expect(words(message)).toBe(message)
    }),
  )
})

it.each([
  ['**Bold**, *soft* and ***both***', '<strong>Bold</strong>, <em>soft</em> and'],
  ['***Both***', '<em><strong>Both</strong></em>'],
  ['*all but `x*` of it*', '<em>all but <code>x*</code> of it</em>'],
  ['(**Bold**)', '(<strong>Bold</strong>)'],
  ['~~49 €~~ 39 €', '<del>49 €</del>'],
  ['`a < b`', '<code>a &lt; b</code>'],
  ['[a page](https://a.example/b)', 'href="https://a.example/b"'],
  ['see https://a.example/b', 'href="https://a.example/b"'],
  ['- one\n- two', '<li>one</li>'],
  ['One.\n\n# Title', '<h1>Title</h1>'],
])('still shows %j as Markdown', (message, html) => {
  expect(renderMarkdown(message)).toContain(html)
})
