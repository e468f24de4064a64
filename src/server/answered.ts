const DATA = Symbol('data')

/**
 * What a POST answers, stored under the request's idempotency key in the transaction of what it answers for. Only
 * `PostContext.answer` makes one, so that a POST which forgets to store its answer does not compile.
 */
export interface Answered<T> {
  readonly [DATA]: T
}

/** Only for the HTTP side: marks an answer that is stored, or whose request carries no key. */
export const answered = <T>(data: T): Answered<T> => ({ [DATA]: data })

/** The data of an answer. */
export const dataOf = <T>(answer: Answered<T>): T => answer[DATA]
