import type { Piece } from './pdf-line.ts'

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
/** Forms of letters that depend on the letters beside them, or join several: fonts draw them, nobody types them. */
const PRESENTATION_FORMS = /[\ufb1d-\ufdff\ufe70-\ufefc]/g
/** Punctuation at an end of left-to-right text that may belong to the right-to-left text around it. */
const AT_START = /^[\s.,:;!?،؛؟()[\]"'–-]+/u
const AT_END = /[\s.,:;!?،؛؟()[\]"'–-]+$/u
const BRACKETS: Record<string, string> = { '(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{' }
/** Gap between pieces from which on they are two words, as a share of the letters' height. */
const WORD_GAP_SHARE = 0.15

type Direction = 'right-to-left' | 'left-to-right' | 'either'

export const toLetters = (text: string): string => text.replace(PRESENTATION_FORMS, (form) => form.normalize('NFKC'))

export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text)

export function isRightToLeft(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  return letters.filter(hasRightToLeft).length * 2 >= letters.length
}

/**
 * The text of adjacent pieces, from left to right and partly written from right to left, as it is read. Numbers keep
 * their order, and so do words of the script that runs against the line.
 */
export function readBothWays(pieces: Piece[], isBackwards: boolean): string {
  const against = isBackwards ? 'left-to-right' : 'right-to-left'
  const parts = pieces.flatMap((piece, at) => {
    const before = pieces[at - 1]
    const isApart = before && piece.x - before.x - before.width > WORD_GAP_SHARE * piece.size
    const text = isBackwards && isPlus(pieces[at + 1]) ? inLineOrder(piece.text) : piece.text
    return [...(isApart ? [' '] : []), ...(isBackwards ? withoutEnds(text) : [text])]
  })
  if (isBackwards) parts.reverse()
  const ordered: string[] = []
  for (let at = 0; at < parts.length; ) {
    const end = endOfRun(parts, at, against)
    ordered.push(...parts.slice(at, end).reverse())
    at = end
  }
  return (isBackwards ? mirrored(ordered) : ordered).join('')
}

/** Whether a piece is the plus sign of a telephone number that is drawn from right to left, group by group. */
const isPlus = (piece: Piece | undefined): boolean => piece?.text.trim() === '+'

/** Groups of a number in the order of a line that is read from right to left; all else as it is. */
const inLineOrder = (text: string): string =>
  /^\d+(?:[\s/]+\d+)+$/.test(text)
    ? text
        .split(/(\s+|\/)/)
        .reverse()
        .join('')
    : text

function directionOf(text: string): Direction {
  if (RIGHT_TO_LEFT.test(text)) return 'right-to-left'
  return /\p{L}|\p{N}/u.test(text) ? 'left-to-right' : 'either'
}

/** The end of the run against the line's direction that begins at an index, or of a single part in it. */
function endOfRun(parts: string[], start: number, against: Direction): number {
  let end = start + 1
  if (directionOf(parts[start]!) !== against) return end
  for (let at = end; at < parts.length; at++) {
    const direction = directionOf(parts[at]!)
    const isNumber = against === 'right-to-left' && !/\p{L}/u.test(parts[at]!)
    if (direction === against) end = at + 1
    else if (direction !== 'either' && !isNumber) break
  }
  return end
}

/** Parts the punctuation at the ends of left-to-right text from it, as it may belong to the text around it. */
function withoutEnds(text: string): string[] {
  if (directionOf(text) !== 'left-to-right') return [text]
  const start = AT_START.exec(text)?.[0] ?? ''
  const end = AT_END.exec(text.slice(start.length))?.[0] ?? ''
  return [start, text.slice(start.length, text.length - end.length), end].filter((part) => part !== '')
}

/** Turns round brackets that are drawn as they look and not as they are read: in reading order they close first. */
function mirrored(parts: string[]): string[] {
  const isLatin = (text: string) => directionOf(text) === 'left-to-right'
  const first = /[()[\]{}]/.exec(parts.filter((text) => !isLatin(text)).join(''))?.[0]
  if (first === undefined || '([{'.includes(first)) return parts
  return parts.map((text) =>
    isLatin(text) ? text : text.replace(/[()[\]{}]/g, (bracket) => BRACKETS[bracket] ?? bracket),
  )
}
