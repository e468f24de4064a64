import type { Data } from '#contract/index.ts'

type Line = Pick<Data<'listInbox'>['items'][number], 'question' | 'last_message' | 'message_count'>

const speakers = { assistant: 'AI: ', human: 'Reply: ', visitor: '' }

/** What was said last in a conversation, without marks of Markdown; the question to answer where one is shown. */
export function lastLineOf({ question, last_message: last, message_count }: Line): string {
  if (question) return question
  if (!last) return message_count > 0 ? '' : 'No messages yet'
  return speakers[last.role] + last.excerpt.replace(/[*_`#>]+/g, '')
}
