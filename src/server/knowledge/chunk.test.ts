import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorMs } from '../testing/processor-time.ts'
import { chunkDocument, chunkQuestion, embeddingText } from './chunk.ts'

const chunk = (markdown: string, title = '') => chunkDocument({ title, markdown })
const sentences = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => `This is sentence number ${index + from} of the text.`).join(' ')

describe('chunkDocument', () => {
  it('carries the title and the headings above each chunk', () => {
    const chunks = chunk(
      '# Guide\n\nHello.\n\n## Limits\n\nSmall.\n\n### Uploads\n\n20 MB.\n\n## Prices\n\nNone.',
      'Guide',
    )
    expect(chunks).toEqual([
      { heading: 'Guide', content: 'Hello.' },
      { heading: 'Guide > Limits', content: 'Small.' },
      { heading: 'Guide > Limits > Uploads', content: '20 MB.' },
      { heading: 'Guide > Prices', content: 'None.' },
    ])
  })

  it('gives a term and what explains it a chunk that its name leads to', () => {
    const long = sentences(9)
    const chunks = chunk(`## Settings\n\n**\`port\` (\`integer\`)**: ${long}\n\n${long}\n\n**\`host\`**: ${long}`)
    expect(chunks.map(({ heading }) => heading)).toEqual([
      'Settings > port (integer)',
      'Settings > port (integer)',
      'Settings > host',
    ])
    expect(chunks[0]?.content).toContain('`port` (`integer`)')
  })

  it('keeps short explanations of terms together under the heading they share', () => {
    const [only, ...others] = chunk('## Keys\n\n**A**: first letter\n\n**B**: second letter\n\n**C**: third letter')
    expect(others).toEqual([])
    expect(only?.heading).toBe('Keys')
    expect(only?.content).toContain('**C**: third letter')
  })

  it('keeps a heading that has nothing under it', () => {
    expect(chunk('## Free shipping over 50 euros\n\n## Open all year')).toMatchObject([
      { content: 'Free shipping over 50 euros' },
      { content: 'Open all year' },
    ])
  })

  it('repeats the header in every part of a table', () => {
    const rows = Array.from(
      { length: 40 },
      (_, index) => `| setting_${index} | ${index * 7} | what number ${index} is for |`,
    )
    const chunks = chunk(`| Name | Default | Meaning |\n|---|---|---|\n${rows.join('\n')}`)
    expect(chunks.length).toBeGreaterThan(3)
    for (const { content } of chunks)
      expect(content).toMatch(/^\| Name \| Default \| Meaning \|\n\| --- \| --- \| --- \|\n\| setting_/)
    expect(chunks.flatMap(({ content }) => content.match(/setting_\d+/g))).toHaveLength(40)
  })

  it.each([
    ['a table of bars alone', `${'|a'.repeat(6_000)}\n${'|-'.repeat(6_000)}\n${'|b\n'.repeat(8_000)}`],
    ['short rows under a wide header', `${'|a'.repeat(90)}\n${'|-'.repeat(90)}\n${'|b\n'.repeat(8_000)}`],
    ['a header that never ends', `| ${'word '.repeat(5_000)} | b |\n|---|---|\n${'| c | d |\n'.repeat(5_000)}`],
    ['a list of a megabyte', '- item with words\n  and more\n'.repeat(37_000)],
  ])(
    'makes little more of %s than there is',
    (_case, markdown) => {
      const chunks = chunkDocument({ title: '', markdown })
      const size = chunks.reduce((sum, { content }) => sum + content.length, 0)
      expect(chunks.length).toBeGreaterThan(1)
      expect(size).toBeLessThan(markdown.length * 5)
    },
    20_000,
  )

  it('keeps code whole and fences every part of what is too long', () => {
    const short = '```sql\nSELECT 1;\n\n  SELECT 2;\n```'
    expect(chunk(`Run this:\n\n${short}`)).toEqual([{ heading: null, content: `Run this:\n\n${short}` }])
    const long = chunk(`\`\`\`\n${'  call(some, arguments)\n'.repeat(100)}\`\`\``)
    expect(long.length).toBeGreaterThan(1)
    for (const { content } of long) expect(content).toMatch(/^```\n {2}call[\s\S]*\n```$/)
  })

  it('cuts a long paragraph between sentences', () => {
    for (const { content } of chunk(sentences(100))) {
      expect(content).toMatch(/^This is sentence .* text\.$/)
      expect(content.length).toBeLessThanOrEqual(600)
    }
  })

  it('does not leave a line that announces a list at the end of the chunk before', () => {
    const chunks = chunk(
      `${sentences(11)}\n\nYou need the following:\n\n${'- an item of the list, in a few words\n'.repeat(9)}`,
    )
    expect(chunks.map(({ content }) => content.endsWith('following:'))).not.toContain(true)
  })

  it('gives nothing for a document without text', () => {
    expect(chunk('')).toEqual([])
    expect(chunk(' \n\n---\n\n ')).toEqual([])
    for (const nothing of ['-\n-\n-', '--', '- \n- \n\n--\n\n***', '| |\n|---|\n| |', '…'])
      expect(chunk(nothing)).toEqual([])
    expect(chunk('Hours\n\n-\n-\n-\n\nNine to five.')).toEqual([{ heading: null, content: 'Hours\n\nNine to five.' }])
    expect(chunk('✔')).toHaveLength(1)
  })

  it.each([
    ['letters', 'x'.repeat(50_000)],
    ['words', 'word '.repeat(10_000)],
    ['emoji', '😀'.repeat(25_000)],
    ['Chinese', '汉字汉字汉字。'.repeat(7_000)],
    ['open brackets', '[*_'.repeat(16_000)],
    ['nested quotes', '> '.repeat(20_000)],
    ['nested lists', '- '.repeat(20_000)],
    ['tags', '<a '.repeat(16_000)],
    ['pipes', '| '.repeat(25_000)],
    ['bold', '**a '.repeat(12_500)],
    ['short lines', 'a\n'.repeat(25_000)],
  ])('takes 50,000 characters of %s in a moment', (_, text) => {
    const work = () => {
      for (const { content } of chunk(text)) {
        expect(content.length).toBeLessThanOrEqual(900)
        expect(content.isWellFormed()).toBe(true)
        embeddingText({ heading: null, content })
      }
    }
    expect(processorMs(work)).toBeLessThan(3_000)
  })

  it('loses no word of a plain text, whatever it is made of', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcdefghijäöüßéжд中😀'), minLength: 1, maxLength: 12 })
    const text = fc.array(
      fc.array(word, { minLength: 1, maxLength: 60 }).map((words) => words.join(' ')),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(text, (paragraphs) => {
        const chunks = chunk(paragraphs.join('\n\n'))
        const written = chunks.flatMap(({ content }) => content.split(/\s+/))
        expect(written).toEqual(paragraphs.flatMap((paragraph) => paragraph.split(' ')))
      }),
      { numRuns: 60 },
    )
  })
})

describe('chunkQuestion', () => {
  it('is found by question and answer and quoted by the answer alone', () => {
    const [only, ...others] = chunkQuestion({ question: 'Do you ship\nabroad?', answer: 'Yes, to **Norway**.' })
    expect(others).toEqual([])
    expect(only).toEqual({ heading: 'Do you ship abroad?', content: 'Yes, to **Norway**.' })
    expect(embeddingText(only!)).toBe('Do you ship abroad?\nYes, to Norway.')
  })

  it('keeps the question over every part of a long answer', () => {
    const chunks = chunkQuestion({ question: 'Why?', answer: sentences(60) })
    expect(chunks.length).toBeGreaterThan(1)
    for (const { heading } of chunks) expect(heading).toBe('Why?')
  })
})
