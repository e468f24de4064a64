import type { Data } from '#contract/index.ts'
import { proofsOf } from '#contract/proofs.ts'
import type { Row } from '../../db/rows.ts'
import { isoTime, isoTimeOrNull } from '../../db/time.ts'
import { presentMessage } from './presenter.ts'
import { formatPosition } from './thread-position.ts'
import type { ThreadEntry, ThreadMessage } from './thread-queries.ts'

type Item = Data<'listThread'>['items'][number]
type Author = Item['author']

export function presentThreadMessage(row: ThreadMessage): Item {
  return {
    id: row.id,
    type: 'message',
    position: formatPosition({ message: row.position, number: 0 }),
    created_at: isoTime(row.created_at),
    author: messageAuthor(row),
    message: {
      ...presentMessage(row),
      offer: row.offer,
      attachments: [],
      proofs: proofsOf(JSON.parse(row.sentences ?? 'null'), JSON.parse(row.citations ?? '[]')),
    },
  }
}

function messageAuthor({ role, author_type, user_id, user_name, key_id, key_name }: ThreadMessage): Author {
  if (role === 'visitor') return { type: 'visitor' }
  if (role === 'assistant') return { type: 'ai' }
  if (author_type === 'key') return { type: 'key', ...named(key_id, key_name) }
  return { type: 'member', ...named(user_id, user_name) } // nobody is named in an imported message
}

const named = (id: string | null, name: string | null) => ({
  ...(id !== null && { id }),
  ...(name !== null && { name }),
})

export function presentThreadEntry(row: ThreadEntry): Item {
  const details = row.details === null ? {} : JSON.parse(row.details)
  const shared = {
    id: row.id,
    position: formatPosition({ message: row.after_message, number: row.number }),
    created_at: isoTime(row.created_at),
    author: { type: row.author_type, ...named(row.author_id, row.user_name ?? row.key_name) },
  }
  if (row.type !== 'note') return { ...shared, type: 'event', event: { type: row.type, ...details } }
  const note = { content: row.content ?? '', mentions: details.mentions ?? [], edited_at: isoTimeOrNull(row.edited_at) }
  return { ...shared, type: 'note', note }
}

type Earlier = Pick<Row<'conversations'>, 'id' | 'created_at' | 'status' | 'last_message_excerpt'>

export const presentEarlier = (row: Earlier): Data<'listThread'>['earlier'][number] => ({
  id: row.id,
  created_at: isoTime(row.created_at),
  status: row.status,
  last_line: row.last_message_excerpt,
})

export function presentVisitorRead({
  visitor_read_position: message,
  visitor_read_at: at,
}: Pick<Row<'conversations'>, 'visitor_read_position' | 'visitor_read_at'>): Data<'listThread'>['visitor_read'] {
  return message === null || at === null ? null : { position: formatPosition({ message, number: 0 }), at: isoTime(at) }
}

export const presentRating = (row: Omit<Row<'ratings'>, 'conversation_id'>): Data<'listThread'>['ratings'][number] => ({
  message_id: row.message_id || null,
  score: row.score,
  comment: row.comment,
  created_at: isoTime(row.created_at),
})
