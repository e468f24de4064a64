import { describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { fieldErrors, placeErrors } from './field-errors.ts'

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

describe('placeErrors', () => {
  const place = (error: unknown) => {
    const setError = vi.fn()
    const { onError, notice } = placeErrors<Values>(setError, ['name', 'questions'])
    onError(error)
    return { shown: setError.mock.calls, notice: notice(error) }
  }

  it('lands each detail on its field and focuses the first', () => {
    const { shown, notice } = place(refused('name', 'questions.0.answer'))
    expect(notice).toBeNull()
    expect(shown).toEqual([
      ['name', { type: 'server', message: 'wrong name' }, { shouldFocus: true }],
      ['questions.0.answer', { type: 'server', message: 'wrong questions.0.answer' }, { shouldFocus: false }],
    ])
  })

  it('leaves a problem that belongs to no field for the form as a whole', () => {
    const error = refused('names', 'name')
    const { shown, notice } = place(error)
    expect(shown).toEqual([['name', { type: 'server', message: 'wrong name' }, { shouldFocus: true }]])
    expect(notice).toBe(error)
  })

  it('leaves other failures alone', () => {
    const error = new Error('no network')
    expect(place(error)).toEqual({ shown: [], notice: error })
    expect(place(null).notice).toBeNull()
  })
})

describe('fieldErrors', () => {
  it('passes over a detail that names a conversation', () => {
    const details = [{ field: 'chat_user_id', conversation_id: 'any' }]
    expect(fieldErrors(new ApiError({ status: 409, code: 'conversation_conflict', message: '', details }))).toEqual([])
  })
})
