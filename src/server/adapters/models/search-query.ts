/** A message of a conversation. `human` is a person of the company. */
export type HistoryMessage = { role: 'assistant' | 'visitor' | 'human'; content: string }

// Matches the beginning of follow-ups that say too little by themselves: "and on Windows?", "what about children?",
// "und am Sonntag?".
const CONTINUES =
  /^(?:and|but|or|also|so|then|what about|how about|what if|same for|und|oder|aber|auch|et|ou|mais|aussi|y|o|pero|también|e|ma|anche|mas|também|en|maar|ook)\b/i
const REFERS_BACK = /\b(?:it|its|that|this|these|those|they|them|their|there|one|ones|he|she|instead|otherwise)\b/i
const BARE_QUESTION =
  /^(?:really|why|how|when|where|which|who|how much|how many|how long|how so|why not|since when|until when|warum|wieso|wann|wo|pourquoi|quand|por qué|cuándo|perché|quando)[\s?!.]*$/i
const SHORT_WORDS = 9
const LONGEST_CHAIN = 2 // earlier questions added; a follow-up to a follow-up needs the first one too

/**
 * The text to search the agent's sources for: the visitor's last message, with the questions before it if it is a
 * follow-up to them.
 */
export function searchQuery(history: readonly HistoryMessage[]): string {
  const asked = history.filter(({ role }) => role === 'visitor').map(({ content }) => content.trim())
  let at = asked.length - 1
  const parts = [asked[at] ?? '']
  while (at > 0 && parts.length <= LONGEST_CHAIN && isFollowUp(asked[at]!)) {
    at -= 1
    parts.unshift(asked[at]!)
  }
  return parts.join('\n')
}

function isFollowUp(message: string): boolean {
  const words = message.split(/\s+/).length
  if (words > SHORT_WORDS) return false
  return CONTINUES.test(message) || BARE_QUESTION.test(message) || REFERS_BACK.test(message)
}
