/** Something in a text that concerns one visitor alone, and so is not for all the others. */
export interface PrivateDetail {
  text: string
  what: 'e-mail address' | 'card number' | 'phone number' | 'name'
}

const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/gu
const DIGITS = /(?<![\p{L}\p{N}])\+?\d(?:[ ()/.-]{0,2}\d){6,18}(?![\p{L}\p{N}])/gu // numbers that people write in groups
const NAME_LETTERS = 2 // fewer would be found in too many places

/**
 * The addresses, card and phone numbers in a text, and the visitor's names, in this order; each once.
 * @param names what the visitor is called
 */
export function privateDetails(text: string, names: readonly (string | null)[]): PrivateDetail[] {
  const found: PrivateDetail[] = []
  const add = (what: PrivateDetail['what'], matches: readonly string[]) => {
    for (const match of new Set(matches))
      if (!found.some((other) => other.text.includes(match))) found.push({ text: match, what })
  }
  add('e-mail address', text.match(EMAIL) ?? [])
  const numbers = text.match(DIGITS) ?? []
  add('card number', numbers.filter(isCard))
  add(
    'phone number',
    numbers.filter((number) => !isCard(number) && !isDateOrTime(number)),
  )
  const words = new Set(text.match(/[\p{L}\p{M}'’-]+/gu) ?? [])
  const parts = new Set(names.flatMap((name) => name?.toLowerCase().match(/[\p{L}\p{M}'’-]+/gu) ?? []))
  add(
    'name',
    [...words].filter((word) => word.length >= NAME_LETTERS && parts.has(word.toLowerCase())),
  )
  return found
}

/** Takes every occurrence of a detail out of a text, with the space that it leaves. */
export function without(text: string, { text: detail }: PrivateDetail): string {
  return text
    .split(detail)
    .map((part, at) => (at === 0 ? part : part.replace(/^ (?=[,.;:!?])| (?= )/u, '')))
    .join('')
    .replace(/ ([,.;:!?])/gu, '$1')
    .replace(/ {2,}/gu, ' ')
    .trim()
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

/** Whether it has the length and the check digit of a card's number (Luhn). */
function isCard(text: string): boolean {
  const digits = digitsOf(text)
  if (digits.length < 13) return false
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** 2026-11-23, 23.11.2026 and 7:00 to 10:30 have as many digits as a phone number. */
const isDateOrTime = (text: string) => /^\d{4}([-./])\d{1,2}\1\d{1,2}$|^\d{1,2}([-./])\d{1,2}\2\d{2,4}$/.test(text)
