import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shortened, wholeSentences, withoutReasoning } from './provider-text.ts'

describe('withoutReasoning', () => {
  it.each([
    ['<think>secret</think>We open at nine.', 'We open at nine.'],
    ['<think>\nsecret\n\n</think>\n\nWe open at nine.', 'We open at nine.'],
    ['<THINK>secret</Think>We open at nine.', 'We open at nine.'],
    ['<thinking>secret</thinking>Nine. <think>more</think>Ten.', 'Nine. Ten.'],
    ['We open at nine.\n<think>secret, never closed', 'We open at nine.'],
    ['<think>secret, never closed', ''],
    ['secret, never opened</think>We open at nine.', 'We open at nine.'],
    ['<think>a <think>b</think> c</think>We open at nine.', 'We open at nine.'],
    ['<think>one ` tick, or ``` three\n</think>We open at nine.', 'We open at nine.'],
    ['<think>run `x</think>` and so on</think>We open at nine.', 'We open at nine.'],
    ['<seed:think>secret</seed:think>We open at nine.', 'We open at nine.'],
    ['[THINK]secret[/THINK]We open at nine.', 'We open at nine.'],
    ['◁think▷secret◁/think▷We open at nine.', 'We open at nine.'],
    ['<|channel>thought\nsecret<channel|>We open at nine.', 'We open at nine.'],
    [
      '<|channel|>analysis<|message|>secret<|end|><|start|>assistant<|channel|>final<|message|>We open at nine.<|return|>',
      'We open at nine.',
    ],
    [
      '<|channel|>commentary to=functions.x <|constrain|>json<|message|>{}<|call|><|start|>assistant<|channel|>final<|message|>Nine.',
      'Nine.',
    ],
    ['<|channel|>final<|message|>We open at nine.<|end|>', 'We open at nine.'],
    ['<|channel|>analysis<|message|>secret, never ended', ''],
    ['analysisThe visitor asks when.assistantfinalWe open at nine.', 'We open at nine.'],
  ])('leaves what is said of %j', (text, said) => {
    expect(withoutReasoning(text)).toBe(said)
  })

  it.each([
    'Write `<think>` before your thoughts and `</think>` after them.',
    'Write this:\n\n```xml\n<think>your thoughts</think>\n<answer/>\n```\n\nThen send it.',
    'Write ``<think>`x`</think>`` so.',
    'I think <b>so</b>; 1 < 2 and <thinker> is no tag.',
  ])('keeps %j, which is code or no reasoning', (text) => {
    expect(withoutReasoning(text)).toBe(text)
  })

  it('shows nothing of a thought, however a stream cuts it', () => {
    const spoken = fc.constantFrom('We open at nine. ', 'Dogs are welcome.\n', '`<think>` ', '\n```\n</think>\n```\n')
    const thought = fc.constantFrom(
      ...['<think>SECRET</think>', '<think>\nSECRET `x\n</think>\n', '[THINK]SECRET[/THINK]'],
      '<|channel|>analysis<|message|>SECRET<|end|><|start|>assistant<|channel|>final<|message|>',
    )
    const last = fc.constantFrom('', '<think>SECRET')
    fc.assert(
      fc.property(fc.array(fc.oneof(spoken, thought), { maxLength: 8 }), last, (parts, end) => {
        const text = parts.join('') + end
        for (let at = 0; at <= text.length; at += 1) expect(withoutReasoning(text.slice(0, at))).not.toContain('SECRET')
      }),
    )
  })
})

describe('wholeSentences', () => {
  it.each([
    ['We open at nine. On Saturdays we op', 'We open at nine.'],
    ['We open at nine.', 'We open at nine.'],
    ['This was cut off in the mid', ''],
    ['Ask Dr. Web', ''],
    ['It costs 4.', ''],
    ['营业时间是九点。周六我们', '营业时间是九点。'],
    ['You need:\n\n- a lock\n- a ligh', 'You need:\n\n- a lock'],
    ['Bring this:\n\n- a lo', ''],
    ['Run it. Like this:\n\n```\nnpm sta', ''],
    ['Run it.\n\n```\nnpm start\n```\nAnd th', 'Run it.\n\n```\nnpm start\n```'],
  ])('keeps of %j what is whole', (text, whole) => {
    expect(wholeSentences(text)).toBe(whole)
  })
})

describe('shortened', () => {
  it('ends at a sentence, or at a word where there is none', () => {
    expect(shortened('Short.', 10)).toBe('Short.')
    expect(shortened('One is here. Two is there. Three.', 28)).toBe('One is here. Two is there.')
    expect(shortened('one two three four', 12)).toBe('one two…')
    expect(shortened('x'.repeat(30), 10)).toBe(`${'x'.repeat(9)}…`)
    expect(shortened('😀'.repeat(30), 10)).toMatch(/^😀+�?…$/u)
  })
})
