import type { Row } from '../../db/rows.ts'

type Conversation = Pick<Row<'conversations'>, 'message_count' | 'last_message_at' | 'last_message_role'>

interface Reading extends Conversation {
  /** How many messages a member has read; null if they have never read here. */
  read_mark: number | null
  /** Since when they have messages to read; null for somebody who is no member. */
  unread_from: number | null
}

/**
 * How many messages of a conversation count as read by a member. Where they have never read, that is all of it if
 * nothing came since they joined, so that they do not begin with a list of thousands unread, or if there is nothing but
 * a greeting.
 */
export function readCount({ read_mark, unread_from, ...conversation }: Reading): number {
  const { message_count, last_message_at, last_message_role } = conversation
  if (read_mark !== null) return read_mark
  const isGreeting = last_message_role === 'assistant' && message_count <= 1
  const isOld = last_message_at === null || unread_from === null || last_message_at <= unread_from
  return isGreeting || isOld ? message_count : 0
}
