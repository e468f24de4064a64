// Accents, Hebrew and Arabic vowel signs, and the stroke that stretches Arabic words.
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g
const UNSEEN = /[\u00ad\u200b\u2060\ufeff]/g // soft hyphens, and spaces and joiners without width
const EMPHASIS = /\*\*|__|`/g
// Words between two single marks, as in `*only*`. A mark within a word is kept, as is a pair with a space after its
// first or before its second mark.
const SINGLE_EMPHASIS = /(?<![\p{L}\p{M}\p{N}_*])([*_])(?![\s*_])(.{1,200}?)(?<![\s*_])\1(?![\p{L}\p{N}_*])/gu
const WORD = /[\p{L}\p{M}\p{N}_]/u
const COMBINING = /\p{M}/u
// Scripts written without spaces between words, so that the next character does not show whether a word has ended.
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const NUMBER_GOES_BACK = /\p{N}[.,:']$/u // `60` is not in `4.60`
const NUMBER_GOES_ON = /^[.,:']\p{N}/u // `4` is not in `4.60`, nor `7` in `7:30`

/**
 * Whether a text contains a fact as whole words, or anywhere in scripts without spaces; case, accents and Markdown
 * emphasis do not matter. A number is whole only with all digits, also those after a decimal point or a colon.
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

/** Whether the wanted text begins or ends, on the side of `rest`, at the boundary of a word. */
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

/** The text in lower case, without accents and characters of no width, with one form of quotes, dashes and spaces. */
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
