import { describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { applyFieldErrors, fieldErrors } from './field-errors.ts'

interface Values {
  name: string
  questions: { question: string; answer: string }[]
}

const refused = (...fields: string[]) =>
  new ApiError({
    status: 422,
    code: 'validation_failed',
    message: '',
    details: fields.map((field) => ({ field, message: `wrong ${field}` })),
  })

describe('applyFieldErrors', () => {
  it('lands each detail on its field and focuses the first', () => {
    const setError = vi.fn()
    const placed = applyFieldErrors<Values>(refused('name', 'questions.0.answer'), setError, ['name', 'questions'])
    expect(placed).toBe(true)
    expect(setError.mock.calls).toEqual([
      ['name', { type: 'server', message: 'wrong name' }, { shouldFocus: true }],
      ['questions.0.answer', { type: 'server', message: 'wrong questions.0.answer' }, { shouldFocus: false }],
    ])
  })

  it('says when something is left to show elsewhere', () => {
    const setError = vi.fn()
    expect(applyFieldErrors<Values>(refused('names', 'name'), setError, ['name'])).toBe(false)
    expect(setError).toHaveBeenCalledTimes(1)
  })

  it('leaves other failures alone', () => {
    const setError = vi.fn()
    expect(applyFieldErrors<Values>(new Error('no network'), setError, ['name'])).toBe(false)
    expect(setError).not.toHaveBeenCalled()
  })
})

describe('fieldErrors', () => {
  it('passes over a detail that names a conversation', () => {
    const details = [{ field: 'chat_user_id', conversation_id: 'any' }]
    expect(fieldErrors(new ApiError({ status: 409, code: 'conversation_conflict', message: '', details }))).toEqual([])
  })
})
