const CURRENCY = /^[A-Z]{0,3}\p{Sc}$/u
/** Matches what goes on with a number: decimals, the minutes of an hour, units, "/month". */
const GOES_ON = /^(?:[.,]\d|[.,:]$|:\d\d\b|[%°]|\/\s?\p{L})/u
const LETTER = /^\p{L}\p{M}*$/u
const PUNCTUATION = /^[.,;:!?)\]»”…]+(?:\s|$)/u

/**
 * Whether a blank belongs between two inline elements: "Pro" and "$20" are two things; "$", "49" and ".99" are one.
 * `earlier` is the text ahead of `before`.
 */
export function needsBlank(earlier: string, before: string, after: string): boolean {
  const last = before.trimEnd()
  if (last === '' || last !== before || /^\s/.test(after)) return false
  if (LETTER.test(last) && LETTER.test(after)) return false // each letter of a heading that moves
  if (CURRENCY.test(last) && /^\d/.test(after)) return /\d\s*$/.test(earlier) // In "20", "€", "30" it follows its amount.
  if (/\d$/.test(last)) return !GOES_ON.test(after) && !PUNCTUATION.test(after)
  if (/^[.,:]$/.test(last) || /\d[.,:]$/.test(last)) return !(/\d[.,:]?$/.test(earlier + last) && /^\d/.test(after))
  return !(/[\p{L}\p{Sc}%)]$/u.test(last) && (PUNCTUATION.test(after) || /^\/\s?\p{L}/u.test(after)))
}
