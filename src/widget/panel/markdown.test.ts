import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Markdown } from './markdown.tsx'

interface Element {
  type: string | ((props: object) => unknown)
  props: { children?: unknown; href?: string }
}

/** Writes down what the panel would show: the names of elements, their text, and where links lead, as `<to ADDRESS>`. */
function shown(node: unknown): string {
  if (Array.isArray(node)) return node.map(shown).join('')
  if (node === null || node === undefined || typeof node === 'boolean') return ''
  if (typeof node !== 'object') return String(node)
  const { type, props } = node as Element
  if (typeof type === 'function') return shown(type(props))
  const begin = props.href === undefined ? type : `to ${props.href}`
  return `<${begin}>${shown(props.children)}</${type}>`
}

describe('a message whose sentences rest on web pages', () => {
  const sources = [
    { title: 'Hours', url: 'https://pool.example/hours' },
    { title: 'Rules', url: 'https://pool.example/rules' },
  ]
  const one = '<sup><to https://pool.example/hours>1</a></sup>'
  const two = '<sup><to https://pool.example/rules>2</a></sup>'
  const withNumbers = (text: string, cited: { end: number; sources: number[] }[]) =>
    shown(Markdown({ text, sources, cited })).replace(/^<div>(.*)<\/div>$/s, '$1')

  it('has their numbers behind its sentences, as links', () => {
    const text = '**Open at 8.** 5 dogs stay out.\n- See https://pool.example/rules.\n- End'
    const ends = ['**Open at 8.**', 'out.', 'rules.'].map((end) => text.indexOf(end) + end.length)
    const cited = [[0], [0, 1], [1]].map((of, at) => ({ end: ends[at]!, sources: of }))
    expect(withNumbers(text, cited)).toBe(
      `<p><strong>Open at 8.</strong>${one} 5 dogs stay out.${one}${two}</p>` +
        `<ul><li>See <to https://pool.example/rules>https://pool.example/rules</a>.${two}</li><li>End</li></ul>`,
    )
  })

  it('takes no number out of the text for that of a source', () => {
    expect(withNumbers('\ue0000\ue000 is 5。5 more', [{ end: 6, sources: [1] }])).toBe(`<p>0 is${two} 5。5 more</p>`)
    expect(withNumbers('Run `npm. i`', [{ end: 8, sources: [0] }])).toBe('<p>Run <code>npm. i</code></p>')
  })
})

const markdown = (text: string) => shown(Markdown({ text })).replace(/^<div>(.*)<\/div>$/s, '$1')

describe('the Markdown of a message', () => {
  it.each([
    ['Yes.\nYou can.', '<p>Yes.<br></br>You can.</p>'],
    ['- one\n- two', '<ul><li>one</li><li>two</li></ul>'],
    ['1. one\n2. two\n- three', '<ol><li>one</li><li>two</li></ol><ul><li>three</li></ul>'],
    [
      '1. one\n   - in it\n   - and this\n2. **two**\n\nEnd.',
      '<ol><li>one<ul><li>in it</li><li>and this</li></ul></li><li><strong>two</strong></li></ol><p>End.</p>',
    ],
    [
      '- one\n  - two\n    - three\n- four',
      '<ul><li>one<ul><li>two<ul><li>three</li></ul></li></ul></li><li>four</li></ul>',
    ],
    ['- one\n  goes on', '<ul><li>one<p>  goes on</p></li></ul>'],
    ['   - one\n - two\n- three', '<ul><li>one</li><li>two</li><li>three</li></ul>'],
    ['<b>no</b>', '<p><b>no</b></p>'],
  ])('shows %j', (text, expected) => {
    expect(markdown(text)).toBe(expected)
  })

  it.each([
    ['See https://a.example/b.', '<p>See <to https://a.example/b>https://a.example/b</a>.</p>'],
    ['At https://a.example/?q=1?!', '<p>At <to https://a.example/?q=1>https://a.example/?q=1</a>?!</p>'],
    ['(https://a.example/b), yes', '<p>(<to https://a.example/b>https://a.example/b</a>), yes</p>'],
    ['https://a.example/A_(b)', '<p><to https://a.example/A_(b)>https://a.example/A_(b)</a></p>'],
    ['詳細はhttps://a.example/bをご覧', '<p>詳細は<to https://a.example/b>https://a.example/b</a>をご覧</p>'],
    ['见https://a.example/b。', '<p>见<to https://a.example/b>https://a.example/b</a>。</p>'],
    ['https://a.example/b에서', '<p><to https://a.example/b>https://a.example/b</a>에서</p>'],
    ['**[Prices](https://a.example/b)**', '<p><strong><to https://a.example/b>Prices</a></strong></p>'],
    ['*See https://a.example/b*', '<p><em>See <to https://a.example/b>https://a.example/b</a></em></p>'],
    ['[One](https://a.example/A_(b)).', '<p><to https://a.example/A_(b)>One</a>.</p>'],
    ['[One](https://a.example/A_(b)_(c))', '<p><to https://a.example/A_(b)_(c)>One</a></p>'],
    ['[Mail](mailto:a@b.example)', '<p><to mailto:a@b.example>Mail</a></p>'],
    ['[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>'],
  ])('links %j', (text, expected) => {
    expect(markdown(text)).toBe(expected)
  })

  it.each(['[a](https://b', 'https://a.example/(', 'https://a.example/...', '(', '**[a](https://b/(', '*https://a(b)'])(
    'is done soon with a long message of %j',
    (part) => {
      const text = part.repeat(Math.ceil(20_000 / part.length))
      const begun = process.cpuUsage()
      markdown(text)
      const { user, system } = process.cpuUsage(begun)
      expect((user + system) / 1_000).toBeLessThan(2_000)
    },
  )

  it('shows every word, whatever the lines begin with', () => {
    const line = fc
      .tuple(
        fc.nat(9),
        fc.constantFrom('', '- ', '1. ', '* ', '23) ', '# ', '```'),
        fc.integer({ min: 1000, max: 9999 }),
      )
      .map(([indent, sign, word]) => ({
        line: `${' '.repeat(indent)}${sign}${sign === '```' ? '' : `w${word}`}`,
        word: `w${word}`,
        isFence: sign === '```',
      }))
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = markdown(lines.map((one) => one.line).join('\n'))
        for (const { word, isFence } of lines) if (!isFence) expect(text).toContain(word)
      }),
    )
  })
})
