/*
 * For `validateSearch`. Name every parameter in what it returns, undefined where it is missing or wrong: what it leaves
 * out the router passes on as the address has it.
 */

/** Reads one of a few known words from the address; anything else is as if it were not there. */
export function oneOf<const Word extends string>(value: unknown, words: readonly Word[]): Word | undefined {
  return words.find((word) => word === value)
}

/** Reads a page number from the address; page 1 stays out of it. */
export function pageNumber(value: unknown): number | undefined {
  const page = Number(value)
  return Number.isInteger(page) && page > 1 ? page : undefined
}

/** Reads any text from the address. */
export function someText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Reads an address of this page, never of another host: where to go after signing in. */
export function localAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined
}
