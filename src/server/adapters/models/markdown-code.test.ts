import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextCode, splitAtCode } from './markdown-code.ts'

const codeIn = (text: string) => splitAtCode(text).flatMap((part) => (part.isCode ? [part.text] : []))

describe('code in Markdown', () => {
  it.each<[what: string, text: string, code: string[]]>([
    ['code within a line', 'Call `list[1]` now.', ['`list[1]`']],
    ['code between two backticks, with one in it', 'Write ``a ` b`` there.', ['``a ` b``']],
    ['a backtick that nothing closes', 'One ` tick.', []],
    ['one that only the next line closes', 'One `tick\nor two` of them.', []],
    ['a block up to its closing fence', 'So:\n```js\nlist[1]\n```\nDone.', ['```js\nlist[1]\n```']],
    ['a block of tildes with backticks in it', '~~~\n```\n~~~\n[1]', ['~~~\n```\n~~~']],
    ['a block that a longer fence closes', '```\na\n`````\nb', ['```\na\n`````']],
    ['a block that a shorter fence does not close', '````\na\n```\nb', ['````\na\n```\nb']],
    ['a block whose fences are indented by three spaces', '   ```\na\n   ```\nb', ['   ```\na\n   ```']],
    ['no block where a fence is indented by four', '    ```\na', []],
    ['a block that is never closed', 'So:\n```\na [1]', ['```\na [1]']],
    ['three backticks within a line', 'Three ``` of them, `one` and ``` again.', ['`one`']],
    [
      'code of at most 1,000 characters',
      `\`${'a'.repeat(1_000)}\` \`${'b'.repeat(1_001)}\``,
      [`\`${'a'.repeat(1_000)}\``],
    ],
  ])('finds %s', (_, text, code) => {
    expect(codeIn(text)).toEqual(code)
  })

  it('loses no character', () => {
    const piece = fc.constantFrom('`', '``', '```', '~~~', ' ', '\n', '\r\n', 'a', '[1]')
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('')
        const parts = splitAtCode(text)
        expect(parts.map((part) => part.text).join('')).toBe(text)
      }),
    )
  })

  it('finds only code that begins where it was asked for', () => {
    const text = 'Use `a`, then `b`.'
    expect(nextCode(text, 7)).toEqual({ from: 14, to: 17 })
    expect(nextCode(text, 7, 14)).toBeUndefined()
  })
})
