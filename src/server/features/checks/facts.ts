const MARKS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g // accents, and vowel signs of Hebrew and Arabic
const UNSEEN = /[\u00ad\u200b\u2060\ufeff]/g // soft hyphens, and spaces and joiners without width
const EMPHASIS = /\*\*|__|`/g
// A single mark on each side of words. Those within a word, or with spaces beside them, mean themselves.
const SINGLE_EMPHASIS = /(?<![\p{L}\p{M}\p{N}_*])([*_])(?![\s*_])(.{1,200}?)(?<![\s*_])\1(?![\p{L}\p{N}_*])/gu
const WORD = /[\p{L}\p{M}\p{N}_]/u
const COMBINING = /\p{M}/u
// Scripts written without spaces, where a word's neighbours tell nothing about where it ends.
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const NUMBER_GOES_BACK = /\p{N}[.,:']$/u // `60` is not in `4.60`
const NUMBER_GOES_ON = /^[.,:']\p{N}/u // `4` is not in `4.60`, nor `7` in `7:30`

/**
 * Whether a text says a fact: as whole words, whatever their case and accents. A number is whole with its decimals and
 * minutes. Emphasis within the text does not matter.
 */
export function saysFact(text: string, fact: string): boolean {
  const wanted = folded(fact)
  if (wanted === '') return false
  const said = folded(text)
  const plain = said.replace(EMPHASIS, '').replace(SINGLE_EMPHASIS, '$2')
  return isWithin(said, wanted) || isWithin(folded(plain), wanted)
}

function isWithin(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length
    if (isEdge(text.slice(0, at), wanted, 'before') && isEdge(text.slice(end), wanted, 'after')) return true
  }
  return false
}

/** Whether a word ends where the wanted text meets the rest of the text before or after it. */
function isEdge(rest: string, wanted: string, side: 'before' | 'after'): boolean {
  const isAfter = side === 'after'
  const edge = (isAfter ? lastOf(wanted) : firstOf(wanted)) ?? ''
  const next = isAfter ? firstOf(rest) : lastOf(rest)
  if (next === undefined || !WORD.test(edge)) return true
  if (/\p{N}/u.test(edge) && (isAfter ? NUMBER_GOES_ON : NUMBER_GOES_BACK).test(rest)) return false
  if (isAfter && COMBINING.test(next)) return false // a vowel sign that belongs to the last letter
  return !WORD.test(next) || UNSPACED.test(edge) || UNSPACED.test(next)
}

const firstOf = (text: string) => [...text.slice(0, 2)][0]
const lastOf = (text: string) => [...text.slice(-2)].at(-1)

/** Lower case, no accents, one form of quotes, dashes and white space, and nothing that has no width. */
const folded = (text: string): string =>
  text
    .replace(UNSEEN, '')
    .normalize('NFKD')
    .replace(MARKS, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ςıß]/g, (letter) => (letter === 'ς' ? 'σ' : letter === 'ı' ? 'i' : 'ss'))
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
