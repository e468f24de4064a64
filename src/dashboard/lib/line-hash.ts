const LINE = 'line-'

/**
 * Names a line of a thread in the hash of an address, so that the conversation opens there. What is known of the visitor
 * is no line: its position has no message.
 */
export const hashOfLine = (position: string): { hash?: string } =>
  position === '0.0' ? {} : { hash: `${LINE}${position}` }

/** The position of the line that a hash names; undefined for none. */
export const lineInHash = (hash: string): string | undefined =>
  hash.startsWith(LINE) ? hash.slice(LINE.length) : undefined
