/** A detail that may concern one visitor alone; an agent that is taught it might tell others. */
export interface PrivateDetail {
  text: string
  what: 'e-mail address' | 'card number' | 'phone number' | 'name'
}

const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/gu
// Phone and card numbers: digits of any script, in groups with spaces, brackets, slashes, dots or dashes between them.
const DIGITS = /(?<![\p{L}\p{N}])\+?\p{Nd}(?:[\s()/.\u2010-\u2015-]{0,3}\p{Nd}){6,18}(?![\p{L}\p{N}])/gu
/** Several times of day, such as 7.00–10.30, which have as many digits as a phone number. */
const TIMES = /^(?:[01]?\d|2[0-4])\.[0-5]\d(?:\s*[\u2010-\u2015/-]?\s*(?:[01]?\d|2[0-4])\.[0-5]\d)+$/
const WORDS = /[\p{L}\p{M}'’-]+/gu
/** Text in scripts without spaces between words, where a name may be a part of what `WORDS` finds as one word. */
const UNBROKEN = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}\p{M}]+$/u
const NAME_LETTERS = 2 // a shorter name would be found in too many places

/** The e-mail addresses, card and phone numbers in a text, then the visitor's names; each once, none within another. */
export function privateDetails(text: string, names: readonly (string | null)[]): PrivateDetail[] {
  const found: PrivateDetail[] = []
  const add = (what: PrivateDetail['what'], matches: readonly string[]) => {
    for (const match of new Set(matches))
      if (!found.some((other) => other.text.includes(match))) found.push({ text: match, what })
  }
  add('e-mail address', text.match(EMAIL) ?? [])
  const numbers = (text.match(DIGITS) ?? []).filter((number) => !isDates(number) && !TIMES.test(number))
  add('card number', numbers.filter(isCard))
  add(
    'phone number',
    numbers.filter((number) => !isCard(number)),
  )
  const parts = names.flatMap((name) => name?.match(WORDS) ?? []).filter((part) => bare(part).length >= NAME_LETTERS)
  const known = new Set(parts.map(bare))
  add(
    'name',
    (text.match(WORDS) ?? []).filter((word) => known.has(bare(word))),
  )
  add(
    'name',
    parts.filter((part) => UNBROKEN.test(part) && text.includes(part)),
  )
  return found
}

/** A word in lower case, without quotation marks, hyphens or a possessive 's around it, for comparing names. */
const bare = (word: string) =>
  word
    .toLowerCase()
    .replace(/^['’-]+/u, '')
    .replace(/(?:['’]s)?['’-]*$/u, '')

/** Takes a detail out everywhere, and the spaces that this leaves: before punctuation, at the ends, double ones. */
export function without(text: string, { text: detail }: PrivateDetail): string {
  return text
    .split(detail)
    .map((part, at) => (at === 0 ? part : part.replace(/^ (?=[,.;:!?])| (?= )/u, '')))
    .join('')
    .replace(/ ([,.;:!?])/gu, '$1')
    .replace(/ {2,}/gu, ' ')
    .trim()
}

/** The values of the digits in a text, of any script: in Unicode, the digits 0 to 9 of a script follow one another. */
function digitsOf(text: string): number[] {
  const isDigit = (code: number) => /^\p{Nd}$/u.test(String.fromCodePoint(code))
  return [...text].flatMap((character) => {
    const code = character.codePointAt(0)!
    if (!isDigit(code)) return []
    let zero = code
    while (isDigit(zero - 1)) zero -= 1
    return [(code - zero) % 10]
  })
}

/** Whether a number has the length and the check digit (Luhn) of a card number. */
function isCard(text: string): boolean {
  const digits = digitsOf(text)
  if (digits.length < 13) return false
  const sum = digits.toReversed().reduce((total, digit, at) => {
    const value = digit * (at % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** One or several dates such as 2026-11-23 or 23.11.2026, which have as many digits as a phone number. */
const isDates = (text: string) =>
  text
    .split(/\s*[\u2012-\u2015]\s*|\s+-\s+|\s+/u)
    .every((part) => /^\d{4}([-./])\d{1,2}\1\d{1,2}$|^\d{1,2}([-./])\d{1,2}\2\d{2,4}$/.test(part))
