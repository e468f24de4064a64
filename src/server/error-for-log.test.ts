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
