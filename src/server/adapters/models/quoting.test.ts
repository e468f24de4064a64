import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { chunkDocument, chunkQuestion } from '../../knowledge/chunk.ts'
import { unitsOf } from '../../knowledge/units.ts'
import { extractHtmlDocument } from '../extract/html-document.ts'
import { createClerk } from './built-in.fixture.ts'

const clerk = createClerk()
afterAll(() => clerk.close())

const escaped = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

// Texts that look like a tag, emphasis, an escape, an entity, a link, code or a citation, but are plain text.
const MARKUP_LIKE = [
  '<name>',
  '15*20*30',
  'List<String>',
  '__firstname__',
  String.raw`C:\Program Files\!Acme`,
  '&amp;lt;',
  '&lt;',
  '--shallow-since=<date>',
  '<b>bold</b>',
  'x**2+y**2',
  '_id',
  '*.log',
  '~5',
  'a~~b~~c',
  'list[[1]]',
  'row[1]',
  '[1]',
  String.raw`\d+\.\d*`,
  '2 * 3 * 4',
  'Hello !',
  '#1',
  'R&D',
  '$x_{1}^{2}$',
  '!important',
  '{{ name }}',
]
// Markdown formatting as the author of a text source writes it; the author of a web page writes HTML elements instead.
const MARKDOWN = ['`git branch -d <name>`', '**bold**', '~~old~~', '[a link](https://a.example/b)', '*soft*']

const QUESTION = 'How do I delete a branch?'
const sentence = (marks: string) => `To delete a branch, use ${marks} in a terminal.`

describe('a quote', () => {
  it.each([...MARKUP_LIKE, ...MARKDOWN])('keeps %j of a text, and of an answer to a question', async (marks) => {
    expect((await clerk.askText(QUESTION, sentence(marks))).content).toBe(sentence(marks))
    const pair = { question: QUESTION, answer: sentence(marks) }
    expect((await clerk.ask(QUESTION, chunkQuestion(pair))).content).toBe(sentence(marks))
  })

  it.each(MARKUP_LIKE)('keeps %j of a page', async (marks) => {
    expect((await clerk.askPage(QUESTION, `<title>T</title><p>${escaped(sentence(marks))}</p>`)).content).toBe(
      sentence(marks),
    )
    const inCode = `<title>T</title><p>To delete a branch, use <code>${escaped(marks)}</code> in a terminal.</p>`
    expect((await clerk.askPage(QUESTION, inCode)).content).toBe(sentence(marks))
  })

  it('says of a page what its reader sees, without the marks that extraction writes', async () => {
    const html = `<p>To <strong>delete</strong> a <em>branch</em>, un<b>think</b>ably, use
      <b><strong>only</strong> 15*20</b> <a href="https://git.example/">git</a>
      or <code>git branch -d</code> in a terminal.</p>`
    expect((await clerk.askPage(QUESTION, html)).content).toBe(
      'To delete a branch, unthinkably, use only 15*20 git or git branch -d in a terminal.',
    )
    const terms = '<dl><dt>--shallow-since=&lt;date&gt;</dt><dd>Create a shallow clone with history after it.</dd></dl>'
    expect((await clerk.askPage('How do I create a shallow clone?', terms)).content).toBe(
      '--shallow-since=<date>: Create a shallow clone with history after it.',
    )
  })

  it('keeps what looks like a tag in a heading', () => {
    const html = '<h2>The &lt;video&gt; element</h2><p>It plays a film.</p>'
    const { markdown } = extractHtmlDocument(html, { url: null, contentType: null })
    expect(chunkDocument({ title: '', markdown })[0]?.heading).toBe('The <video> element')
  })

  it('keeps the number that begins a line, and the address behind a definition of a link', async () => {
    const dates = 'When we are closed:\n\n1. January is a holiday for the whole workshop.\n'
    expect((await clerk.askText('Is the first of January a holiday?', dates)).content).toContain(
      '1. January is a holiday',
    )
    const phone = '[Workshop]: 555-0117\n\nThe workshop repairs bicycles.'
    expect((await clerk.askText('What is the phone number of the workshop?', phone)).content).toContain(
      '[Workshop]: 555-0117',
    )
  })

  it('is made of units that stand in the text as they are, whatever they are made of', () => {
    const word = fc.oneof(
      fc.constantFrom(...MARKUP_LIKE, ...MARKDOWN),
      fc.string({ unit: fc.constantFrom(...'abAB19<>&*_~`[]()\\!.,;:#|"\'=-+/'), minLength: 1, maxLength: 8 }),
    )
    // The words before and after keep the line from becoming a list item.
    const line = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => `So ${words.join(' ')} it is.`)
    fc.assert(
      fc.property(line, (written) => {
        for (const { content } of chunkDocument({ title: '', markdown: written })) {
          expect(written).toContain(content)
          let at = 0
          for (const unit of unitsOf({ content })) {
            at = content.indexOf(unit.text, at)
            expect(at).toBeGreaterThanOrEqual(0)
            at += unit.text.length
          }
          expect(content.slice(at).trim()).toBe('')
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
