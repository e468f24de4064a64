import { BARE, CONTINUING, PREPOSITIONS, REFERRING } from './follow-up-words.ts'
import { withoutRefusal } from './wishes.ts'

/**
 * A message of a conversation. `human` is a person of the company; `isForm` marks the text of a submitted form. `files`
 * were sent with it, of which a model is told nothing but the names.
 */
export type HistoryMessage = {
  role: 'assistant' | 'visitor' | 'human'
  content: string
  isForm?: true
  files?: readonly { name: string }[]
}

const CONTINUES = new RegExp(`^(?:${CONTINUING.join('|')})(?![\\p{L}\\p{M}])`, 'iu')
const REFERS_BACK = new RegExp(`(?<![\\p{L}\\p{M}])(?:${REFERRING.join('|')})(?![\\p{L}\\p{M}])`, 'iu')
const BARE_QUESTION = new RegExp(`^(?:${BARE.join('|')})[\\s\\p{P}]*$`, 'iu')
/** "And when is breakfast?" begins like a follow-up but is a whole question; "And how much for children?" is not. */
const ASKS_ANEW = new RegExp(
  `^(?:${CONTINUING.join('|')})\\s+(?=(?<asks>${longestFirst(BARE).join('|')})\\s)\\k<asks>\\s+(?!(?:${PREPOSITIONS.join('|')})\\s)\\S+\\s+[\\p{L}\\p{M}]`,
  'iu',
)
const LACKS_THE_REST = new RegExp(`^(?:${PREPOSITIONS.join('|')})\\s.*[?;;]$`, 'iu')
// Chinese and Thai are written without spaces, so their words are matched without word boundaries.
const UNSPACED = /[\p{Script=Han}\p{Script=Thai}]/u
const UNSPACED_FOLLOW_UP =
  /^(?:那|还有|以及|但|或者|而且|แล้ว|และ|หรือ|แต่)|(?:呢|ล่ะ|ละ)[\s\p{P}]*$|它|这个|那个|这里|那里|他们|她们|มัน|นั้น|ที่นั่น|เหล่านี้/u
const UNSPACED_CHARACTERS = 30
const SHORT_WORDS = 9
const FEW_WORDS = 4
const LONGEST_CHAIN = 2 // earlier questions added; a follow-up to a follow-up needs the first one too

/** The text to search the sources for: the last message, with the questions before it if it is a follow-up. */
export function searchQuery(history: readonly HistoryMessage[]): string {
  const asked = history.filter(({ role }) => role === 'visitor').map(({ content }) => withoutRefusal(content.trim()))
  let at = asked.length - 1
  const parts = [asked[at] ?? '']
  while (at > 0 && parts.length <= LONGEST_CHAIN && isFollowUp(asked[at]!)) {
    at -= 1
    parts.unshift(asked[at]!)
  }
  return parts.join('\n')
}

/** What the visitor asked before the last message; unset if that is the first. */
export function questionBefore(history: readonly HistoryMessage[]): string | undefined {
  const before = history.filter(({ role }) => role === 'visitor').at(-2)
  return before && withoutRefusal(before.content.trim())
}

export function isFollowUp(message: string): boolean {
  const said = message.replace(/^[\s¿¡]+/, '')
  if (BARE_QUESTION.test(said)) return true
  if (UNSPACED.test(said)) return said.length <= UNSPACED_CHARACTERS && UNSPACED_FOLLOW_UP.test(said)
  const words = said.split(/\s+/).length
  if (words > SHORT_WORDS) return false
  if (REFERS_BACK.test(said)) return true
  if (CONTINUES.test(said)) return !ASKS_ANEW.test(said)
  return words <= FEW_WORDS && LACKS_THE_REST.test(said)
}

function longestFirst(words: readonly string[]): string[] {
  return words.toSorted((one, other) => other.length - one.length)
}
