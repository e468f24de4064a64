import type { Piece } from './pdf-line.ts'
import { isPrice } from './prices.ts'

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const LOWERED = '₀₁₂₃₄₅₆₇₈₉'
/** A mark has letters of at most this share of the height of those beside it. */
const SMALL_SHARE = 0.9
/** A mark stands at least this share of the letters' height above or below the line. */
const MOVED_SHARE = 0.12
/** What a footnote is marked with: numbers, letters, or signs, one or several. */
const FOOTNOTE =
  /^[([]?(?:\d{1,3}|[a-df-np-z]|[*†‡§¶#]{1,3})(?:\s*[,;–-]\s*(?:\d{1,3}|[a-df-np-z]|[*†‡§¶#]{1,3}))*[)\]]?$/u
/** What is raised to the second or third power: a unit of length, or a letter by itself, as in x². */
const HAS_POWER = /(?:^|[^\p{L}])(?:[mckd]?m|ft|in|yd|mi|[\p{L}&&[^aI]])$/v
const TEN_OF_POWER = /[×x·*]\s?10$/

/**
 * What is read of a mark, a raised or lowered small piece; undefined for other pieces. Marks of footnotes are left out,
 * so that 25 with a small 1 is not 251; powers, indices and cents after a point are kept.
 */
export function readMark(piece: Piece, before: Piece, textBefore: string, textAfter: string): string | undefined {
  const rise = piece.y - before.y
  const isSmall = piece.size <= SMALL_SHARE * before.size && Math.abs(rise) >= MOVED_SHARE * before.size
  const text = piece.text.trim()
  if (!isSmall || text === '') return undefined
  if (rise < 0) return /\p{L}$/u.test(textBefore) ? inDigits(piece.text, LOWERED) : piece.text
  if (/^[23]$/.test(text) && HAS_POWER.test(textBefore)) return inDigits(piece.text, RAISED)
  if (/^\d{1,2}$/.test(text) && TEN_OF_POWER.test(textBefore)) return inDigits(piece.text, RAISED)
  if (/^\d\d$/.test(text) && isPrice(textBefore, textAfter)) return `.${piece.text}`
  return FOOTNOTE.test(text) ? piece.text.replace(text, '') : piece.text
}

const inDigits = (text: string, digits: string): string =>
  text.replace(/\d/g, (digit) => digits[Number(digit)] ?? digit)
