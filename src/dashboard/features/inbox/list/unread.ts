import type { Line } from './lines.ts'
import { readHere, type Seen } from './seen.ts'

/**
 * Whether a conversation has messages that were not read. It is never unread while its last message is a human reply.
 * @param here What was read in this browser; undefined for members, whose readings the server stores.
 */
export function isUnread(line: Line, here: Seen | undefined): boolean {
  if (!line.last_message || line.last_message.role === 'human') return false
  return line.message_count > (here ? readHere(line, here) : line.read_count)
}
