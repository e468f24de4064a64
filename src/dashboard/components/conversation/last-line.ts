import type { Data } from '#contract/index.ts'

type Line = Pick<Data<'listInbox'>['items'][number], 'question' | 'last_message' | 'message_count'>

const speakers = { assistant: 'AI: ', human: 'Reply: ', visitor: '' }

/** A waiting visitor's question; else the last message after its side's name, without most characters of Markdown. */
export function lastLineOf({ question, last_message: last, message_count }: Line): string {
  if (question) return question
  if (!last) return message_count > 0 ? '' : 'No messages yet'
  return speakers[last.role] + last.excerpt.replace(/[*_`#>]+/g, '')
}
