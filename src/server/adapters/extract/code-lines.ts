import type { Attributes } from './scan-html.ts'

/** Elements that a program's lines may consist of. */
const LINES = new Set(['div', 'p', 'li', 'tr'])

const LINE_CLASS = /(?:^|\s)(?:code-|token-|view-)?line(?:\s|$)/
const BLOCK_STYLE = /display\s*:\s*(?:block|flex|grid)/i

/** The name of an element, or `div` for one that a page shows as a line of its own. */
export const lineNameOf = ({ name, attributes }: { name: string; attributes: Attributes }): string =>
  name === 'span' && (LINE_CLASS.test(attributes.class ?? '') || BLOCK_STYLE.test(attributes.style ?? ''))
    ? 'div'
    : name

export interface CodeLines {
  /**
   * Is to be told of each tag within code, outermost tags included; `isWithin` says whether the element lies within
   * other code, and `last` is what was written last.
   */
  onTag(name: string, isWithin: boolean, last: string | undefined): void
  /** What is to be written before a text within code. */
  before(text: string): string
}

/** Ends the lines of a program that are elements of their own, which have line ends only on the screen. */
export function createCodeLines(): CodeLines {
  let tail = ''
  let mustBreak = false
  return {
    onTag(name, isWithin, last) {
      if (!isWithin) {
        tail = ''
        mustBreak = false
      } else if (LINES.has(name) || (name === 'code' && last === '</code>')) mustBreak ||= !/(?:^|\n)[ \t]*$/.test(tail)
    },
    before(text) {
      const lineEnd = mustBreak && !text.startsWith('\n') ? '\n' : ''
      mustBreak = false
      tail = (tail + lineEnd + text).slice(-100)
      return lineEnd
    },
  }
}
