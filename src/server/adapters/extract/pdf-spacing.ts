import type { Piece } from './pdf-line.ts'
import { hasRightToLeft } from './pdf-right-to-left.ts'

/** Letters with a gap behind each, as they are read of a heading whose letters are spaced. */
const SPACED = /^\S(?: \S)+$/u
/** Fewest letters of spaced text; fewer, such as the sizes S, M and L, may be words of their own. */
const LEAST_LETTERS = 4
/** Fewest letters of spaced text in which each is drawn by itself, as the marks in the cells of a table may be. */
const LEAST_SINGLE_LETTERS = 8
/** Gaps between words are at least this many times as wide as those between letters. */
const WIDER_RATIO = 1.5
/** Gap between spaced words from which on they stand in different columns, as a multiple of the letters' height. */
const COLUMN_GAP_RATIO = 2

/** Writes spaced letters in words. `readDrawn` gives all that the page draws; it is slow, so called only if needed. */
export async function withoutSpacing(pieces: Piece[], readDrawn: () => Promise<string>): Promise<Piece[]> {
  const groups = groupsOf(pieces)
  if (!groups.some(isSpaced)) return pieces
  const drawn = await readDrawn().catch(() => '')
  const places = Array.from(drawn.matchAll(/\S/gu), ({ index }) => index)
  const letters = places.map((place) => String.fromCodePoint(drawn.codePointAt(place)!)).join('')
  const isSimple = letters.length === places.length // so that an index in `letters` is one in `places`
  let from = 0
  return groups.flatMap((group) => {
    if (!isSpaced(group)) return group
    const wanted = group.map(({ text }) => text.replace(/\s/g, '')).join('')
    const at = isSimple ? letters.indexOf(wanted, from) : -1
    const found = at < 0 ? '' : drawn.slice(places[at]!, places[at + wanted.length - 1]! + 1)
    if (at >= 0) from = at + wanted.length
    const shown = group.filter(({ text }) => text.trim() !== '')
    const isKnown = found !== '' && (/\s/.test(found) || shown.length === 1)
    return [{ ...joined(group), text: isKnown ? found : wordsOf(group) }]
  })
}

/** Parts pieces into stretches of spaced letters on a line, and single other pieces. */
function groupsOf(pieces: Piece[]): Piece[][] {
  const groups: Piece[][] = []
  let isOpen = false
  for (const piece of pieces) {
    const isCandidate = isOfLetters(piece)
    const last = groups.at(-1)
    const before = last?.findLast((other) => !isBlank(other))
    const isNear =
      before?.y === piece.y &&
      before.size === piece.size &&
      piece.x - before.x - before.width < COLUMN_GAP_RATIO * piece.size
    if (isOpen && isCandidate && last && (isBlank(piece) || isNear)) last.push(piece)
    else groups.push([piece])
    isOpen = isCandidate && !(isBlank(piece) && groups.at(-1)!.length === 1)
  }
  return groups
}

const isOfLetters = (piece: Piece): boolean =>
  (isBlank(piece) || SPACED.test(piece.text) || Array.from(piece.text).length === 1) && !hasRightToLeft(piece.text)

const isBlank = ({ text }: Piece): boolean => text.trim() === ''

function isSpaced(group: Piece[]): boolean {
  if (!group.every(isOfLetters)) return false
  const letters = Array.from(group.map(({ text }) => text.replace(/\s/g, '')).join(''))
  if (group.some(({ text }) => SPACED.test(text))) return letters.length >= LEAST_LETTERS
  return letters.length >= LEAST_SINGLE_LETTERS && new Set(letters).size >= LEAST_LETTERS
}

/** The words of spaced letters, judged by their gaps: those between words are wider than those between letters. */
function wordsOf(group: Piece[]): string {
  const shown = group.filter((piece) => !isBlank(piece))
  const gaps = shown.slice(1).map((piece, at) => piece.x - shown[at]!.x - shown[at]!.width)
  const [least, most] = [Math.min(...gaps), Math.max(...gaps)]
  const areAlike = most < WIDER_RATIO * least
  const areSingle = !group.some(({ text }) => SPACED.test(text))
  const words = areAlike ? (areSingle ? most : 0) : (least + most) / 2
  return shown.map(({ text }, at) => (at > 0 && gaps[at - 1]! > words ? ' ' : '') + text.replace(/\s/g, '')).join('')
}

function joined(group: Piece[]): Piece {
  const shown = group.filter((piece) => !isBlank(piece))
  const [first, last] = [shown[0]!, shown.at(-1)!]
  return { ...first, width: last.x + last.width - first.x }
}
