import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutMarkers } from './citations.ts'
import { withoutReasoning } from './provider-text.ts'
import { shownText } from './shown-text.ts'

const pieces = [
  'We open ',
  'at nine',
  '. ',
  ' [[1]]',
  '[[1, 2]]',
  ' [1]',
  '[7]',
  '<think>no</think>',
  '[THINK]no[/THINK]',
  '<|channel|>analysis<|message|>no<|end|><|start|>assistant<|channel|>final<|message|>',
  '<b>',
  ' < 2',
  '`list[1]`',
  '**bold**',
  '\n\n- one',
  '\n```js\nlist[1]\n```\n',
  '[a link](https://example.com)',
]

describe('what is shown of an unfinished reply', () => {
  it('never takes anything back but an end of spaces, however the text is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
        // Which of the two kinds of markers a text uses shows at the end; models keep to one.
        const text = parts.filter((part) => part !== ' [1]').join('')
        let before = ''
        for (let end = 1; end <= text.length; end += 1) {
          const shown = shownText(text.slice(0, end), [])
          expect(shown.startsWith(before), JSON.stringify([text.slice(0, end), before, shown])).toBe(true)
          before = shown
        }
        expect(withoutMarkers(withoutReasoning(text), []).content.startsWith(before)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['We open at nine [[', 'We open at nine'],
    ['We open at nine [[1', 'We open at nine'],
    ['We open at nine. <thi', 'We open at nine.'],
    ['<think>Let me see. We open', ''],
    ['<|channel|>analysis<|mess', ''],
    ['[THI', ''],
    ['Use `list[1', 'Use'],
    ['Open 1 < 2', 'Open 1 < 2'],
    ['<tool_c', ''],
    ['<tool_call>{"name":"no_answer"', ''],
    ['One moment. <tool_call>{"name', 'One moment.'],
    ['[TOOL_CALLS][{"name":', ''],
    ['[TOOL_', ''],
    ['no_ans', ''],
    ['no_answer({"mess', ''],
    ['`no_answer`', ''],
    ['callback', ''],
    ['callback req', 'callback req'],
    ['{"name": "no_', ''],
    ['Write `<tool_call>` so', 'Write `<tool_call>` so'],
  ])('of %j is %j', (text, shown) => {
    expect(shownText(text, [], ['callback'])).toBe(shown)
  })

  it('shows nothing of a block of code that may be a call, and takes nothing back', () => {
    const whole = '```json\n{"name": "no_answer"}\n```'
    for (let length = 1; length < 12; length += 1) expect(shownText(whole.slice(0, length), [])).toBe('')
  })
})
