const LINE = 'line-'

/**
 * The hash of an address that opens a conversation at a message or note, given its position. None for `0.0`, the
 * position of a search result found in the visitor's name, e-mail address or id.
 */
export const hashOfLine = (position: string): { hash?: string } =>
  position === '0.0' ? {} : { hash: `${LINE}${position}` }

/** The position of the message or note that a hash names; undefined if it names none. */
export const lineInHash = (hash: string): string | undefined =>
  hash.startsWith(LINE) ? hash.slice(LINE.length) : undefined
