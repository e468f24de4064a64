import type { Row } from '../../db/rows.ts'

type Conversation = Pick<Row<'conversations'>, 'message_count' | 'last_message_at' | 'last_message_role'>

interface Reading extends Conversation {
  /** How many messages a member has read; null if they have never read any of the conversation. */
  read_mark: number | null
  /** When they joined; null for somebody who is no member. */
  joined_at: number | null
}

/**
 * How many messages of a conversation count as read by a member. If they have never read any, all count as read if none
 * came after they joined, so that a new member does not begin with thousands unread, if there is nothing but a
 * greeting, or if they are no member; otherwise none does.
 */
export function readCount({ read_mark, joined_at, ...conversation }: Reading): number {
  const { message_count, last_message_at, last_message_role } = conversation
  if (read_mark !== null) return read_mark
  const isGreeting = last_message_role === 'assistant' && message_count <= 1
  const isOld = last_message_at === null || joined_at === null || last_message_at <= joined_at
  return isGreeting || isOld ? message_count : 0
}
