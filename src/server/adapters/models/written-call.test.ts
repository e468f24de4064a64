import { describe, expect, it } from 'vitest'
import { writtenCall } from './written-call.ts'

const TOOLS = ['no_answer', 'hand_over', 'callback']
const message = 'I do not know.'
const json = JSON.stringify({ name: 'no_answer', arguments: { message } })
const called = { toolName: 'no_answer', input: { message } }

describe('writtenCall', () => {
  it.each([
    `<tool_call>\n${json}\n</tool_call>`,
    `<tool_call>${json}`,
    `<tool_call>${JSON.stringify({ name: 'no_answer', arguments: JSON.stringify({ message }) })}</tool_call>`,
    `<tool_call>\n<function=no_answer>\n<parameter=message>\n${message}\n</parameter>\n</function>\n</tool_call>`,
    `[TOOL_CALLS][${json}]`,
    `[TOOL_CALLS] [${json}]`,
    `[TOOL_CALLS]no_answer${JSON.stringify({ message })}`,
    `[TOOL_CALLS]no_answer[ARGS]${JSON.stringify({ message })}`,
    `no_answer(${JSON.stringify({ message })})`,
    json,
    `\`\`\`json\n${json}\n\`\`\``,
  ])('reads %j', (text) => {
    expect(writtenCall(text, TOOLS)).toEqual({ call: called, before: '' })
  })

  it.each(['no_answer', '`no_answer`', 'no_answer()', 'no_answer.', '<tool_call>{"name": "no_answer"}</tool_call>'])(
    'reads %j, which says nothing to the visitor',
    (text) => expect(writtenCall(text, TOOLS)?.call).toEqual({ toolName: 'no_answer', input: {} }),
  )

  it('keeps what was said before the call', () => {
    expect(writtenCall(`One moment.\n<tool_call>${json}</tool_call>`, TOOLS)).toEqual({
      call: called,
      before: 'One moment.',
    })
  })

  it.each(['<tool_call>{"name": "launch_rocket"}</tool_call>', '<tool_call>hm', '[TOOL_CALLS]{"na'])(
    'throws at %j, which nobody can carry out',
    (text) => expect(() => writtenCall(text, TOOLS)).toThrow('call'),
  )

  it.each([
    'We open at nine.',
    'callback requests are answered within a day',
    'A model writes `<tool_call>` then.',
    '{"name": "Ada"}',
    'See [TOOL] and [1].',
  ])('finds none in %j', (text) => {
    expect(writtenCall(text, TOOLS)).toBeUndefined()
  })
})
