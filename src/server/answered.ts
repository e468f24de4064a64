const DATA = Symbol('data')

/**
 * The answer of a POST. If the request has an idempotency key, the answer was stored under it in the transaction that
 * did the work. A use case gets one from `PostContext.answer` alone, so that forgetting to store it is a type error.
 */
export interface Answered<T> {
  readonly [DATA]: T
}

/** Marks data as an answer that is stored, or need not be because its request has no key. Only for the HTTP layer. */
export const answered = <T>(data: T): Answered<T> => ({ [DATA]: data })

export const dataOf = <T>(answer: Answered<T>): T => answer[DATA]
