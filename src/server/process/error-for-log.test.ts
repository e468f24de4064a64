import { InvalidToolInputError, JSONParseError, TypeValidationError } from 'ai'
import { expect, it } from 'vitest'
import { errorForLog } from './error-for-log.ts'

it('tells what went wrong and where, and nothing of what was sent', () => {
  const cause = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
  const error = Object.assign(new Error('Bad Request', { cause }), {
    statusCode: 400,
    requestBodyValues: { messages: ['what the visitor wrote'] },
    responseHeaders: { 'set-cookie': 'secret' },
  })
  const logged = errorForLog(error)
  expect(logged).toMatchObject({
    type: 'Error',
    message: 'Bad Request',
    status: 400,
    cause: { message: 'socket hang up', code: 'ECONNRESET' },
  })
  expect(JSON.stringify(logged)).not.toMatch(/visitor|secret/)
  expect(errorForLog('a word')).toBe('a word')
})

it.each([
  [
    'JSONParseError',
    () => new JSONParseError({ text: '{"a":"\n    at last the model said', cause: new Error('at "the model said"') }),
  ],
  [
    'TypeValidationError',
    () => new TypeValidationError({ value: { a: 'what the model said' }, cause: new Error('model said') }),
  ],
  [
    'InvalidToolInputError',
    () =>
      new InvalidToolInputError({
        toolName: 'hand_over',
        toolInput: 'what the model said',
        cause: new Error('model said'),
      }),
  ],
])('names a %s of the AI SDK only, whose message and causes hold the answer', (name, made) => {
  const logged = JSON.stringify(errorForLog(new Error('No answer', { cause: made() })))
  expect(logged).not.toContain('model said')
  expect(logged).toContain(`AI_${name}`)
  expect(logged).toContain('    at ')
})

it('cuts a long message, and repeats none in the stack', () => {
  const { message, stack } = errorForLog(new Error(`${'x'.repeat(299)}😀 what was said`)) as {
    message: string
    stack: string
  }
  expect(message).toBe(`${'x'.repeat(299)}…`)
  expect(stack).toMatch(/^Error\n {4}at /)
  expect(stack).not.toMatch(/xx|said/)
})
