/* Parsers for `validateSearch`, which must return every parameter: the router passes those left out unvalidated. */

type Readers = Record<string, (value: unknown) => unknown>

/** Makes a `validateSearch` of one parser for each query parameter. */
export function searchReader<Reads extends Readers>(readers: Reads) {
  type Search = { [Name in keyof Reads]?: ReturnType<Reads[Name]> }
  return (search: Record<string, unknown>): Search =>
    Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(search[name])])) as Search
}

/** Makes a parser of a query parameter that must be one of `words`; undefined otherwise. */
export const among =
  <const Word extends string>(words: readonly Word[]) =>
  (value: unknown): Word | undefined =>
    words.find((word) => word === value)

/** Parses a query parameter that is set or not, whatever its value. */
export const isSet = (value: unknown): true | undefined => (value ? true : undefined)

/** Parses a page number; undefined for page 1, so that the address omits it, and for anything but a page number. */
export function pageNumber(value: unknown): number | undefined {
  const page = Number(value)
  return Number.isInteger(page) && page > 1 ? page : undefined
}

/** Parses a query parameter of any text; undefined when missing or empty. */
export function someText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** As `someText`, for words to search for: the router parses `q=42` as a number. */
export const someWords = (value: unknown): string | undefined =>
  someText(typeof value === 'number' ? String(value) : value)

/** Parses an address to go to after signing in: a path on this site, with one slash first as browsers read it. */
export function localAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^\/(?![/\\])[^\t\n\r]*$/.test(value) ? value : undefined
}
