const LINE = 'line-'

/** The hash that opens a conversation at a message or note; none for `0.0`, a search result in the visitor's name. */
export const hashOfLine = (position: string): { hash?: string } =>
  position === '0.0' ? {} : { hash: `${LINE}${position}` }

/** The position of the message or note that a hash names; undefined if it names none. */
export const lineInHash = (hash: string): string | undefined =>
  hash.startsWith(LINE) ? hash.slice(LINE.length) : undefined
