import type { Data } from '#contract/index.ts'

type Line = Pick<Data<'listInbox'>['items'][number], 'question' | 'last_message' | 'message_count'>

const speakers = { assistant: 'AI: ', human: 'Reply: ', visitor: '' }

/**
 * What a list shows of a conversation: the `question` of a visitor who waits for a person; else the last message, after
 * the name of the side that wrote it and without the characters that mark most Markdown.
 */
export function lastLineOf({ question, last_message: last, message_count }: Line): string {
  if (question) return question
  if (!last) return message_count > 0 ? '' : 'No messages yet'
  return speakers[last.role] + last.excerpt.replace(/[*_`#>]+/g, '')
}
