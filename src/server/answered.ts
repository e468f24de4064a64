const DATA = Symbol('data')

/**
 * The answer of a POST, which was stored under the request's idempotency key in the transaction that did the work. Only
 * `PostContext.answer` makes one, so that a use case which forgets to store its answer is a type error.
 */
export interface Answered<T> {
  readonly [DATA]: T
}

/** Marks data as an answer that is stored, or need not be as its request has no key. Only for the HTTP layer. */
export const answered = <T>(data: T): Answered<T> => ({ [DATA]: data })

/** The data of an answer. */
export const dataOf = <T>(answer: Answered<T>): T => answer[DATA]
