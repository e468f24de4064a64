import type { Data } from '#contract/index.ts'
import { endsOf, proofsOf } from '#contract/proofs.ts'
import type { visitorEvents } from '#contract/widget.ts'
import { isOffer } from '../../adapters/models/phrases.ts'
import type { Row } from '../../db/rows.ts'
import { isoTime, isoTimeOrNull } from '../../db/time.ts'
import { presentFile } from '../attachments/index.ts'
import {
  formatPosition,
  presentMessage,
  type ThreadEntry,
  type ThreadMessage,
  type VisitThread,
} from '../conversations/index.ts'
import type { Prospect } from '../facts/index.ts'

type VisitorMessage = Data<'writeMessage'>
type VisitorEvent = (typeof visitorEvents)[number]
type Item = Data<'readVisit'>['items'][number]

export function presentVisitor(row: Row<'visitors'>): Data<'updateVisitor'> {
  return { name: row.name, email: row.email, identity_verified: row.identity_verified === 1 }
}

/** @param prospect what a visitor who waits may expect; null if they do not wait for a person */
export function presentVisit(
  row: Omit<VisitThread, 'messages' | 'entries'>,
  prospect: Prospect | null,
): NonNullable<Data<'readVisit'>['conversation']> {
  return {
    id: row.id,
    status: row.status,
    response_mode: row.response_mode,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    read_position: formatPosition({ message: row.visitor_read_position ?? 0, number: 0 }),
    rating: row.rating_score === null ? null : { score: row.rating_score, comment: row.rating_comment ?? '' },
    waiting: prospect && {
      since: isoTime(row.waiting_since ?? row.updated_at),
      usual_minutes: prospect.usualMinutes,
      back_at: isoTimeOrNull(prospect.backAt),
    },
    person: row.person_name === null ? null : shortName(row.person_name),
    reply: row.reply_since === null ? null : { since: isoTime(row.reply_since) },
  }
}

export const presentOwnMessage = (
  row: Parameters<typeof presentMessage>[0],
  files: readonly Row<'attachments'>[],
): VisitorMessage => ({
  ...presentMessage(row),
  author: null,
  offer: null,
  rateable: false,
  sources: [],
  cited: [],
  attachments: files.map(presentFile),
})

/** A message as its visitor sees it, still without its files, with only the first name and the initials of a person who wrote it. */
export function presentVisitMessage(row: ThreadMessage): Item {
  const sources = row.citations === null ? [] : publicSources(row.citations)
  return {
    position: formatPosition({ message: row.position, number: 0 }),
    at: isoTime(row.created_at),
    message: {
      ...presentMessage(row),
      author: row.role === 'human' && row.user_name !== null ? shortName(row.user_name) : null,
      offer: row.offer,
      rateable: isRateable(row),
      sources,
      cited: citedIn(row, sources),
      attachments: [],
    },
  }
}

/** Adds their files to messages. */
export function withFiles(items: Item[], files: ReadonlyMap<string, Row<'attachments'>[]>): Item[] {
  return items.map((item) => {
    const found = 'message' in item && files.get(item.message.id)
    return found ? { ...item, message: { ...item.message, attachments: found.map(presentFile) } } : item
  })
}

/** Whether a message is one that its visitor can rate. */
export const isRateable = ({ role, content }: Pick<Row<'messages'>, 'role' | 'content'>): boolean =>
  role === 'assistant' && !isOffer(content)

/** An event as its visitor sees it, with only the first name and the initials of a person who caused it. */
export function presentVisitEvent(row: ThreadEntry): Item {
  const author = row.author_type === 'member' && row.user_name !== null ? shortName(row.user_name) : null
  return {
    position: formatPosition({ message: row.after_message, number: row.number }),
    at: isoTime(row.created_at),
    event: { type: row.type as VisitorEvent, author, tells_when: tellsWhen(row) },
  }
}

/** Whether people were handed the conversation for a reason, and not by themselves. */
const tellsWhen = ({ type, details }: ThreadEntry): boolean =>
  type === 'handed_over' && 'reason' in JSON.parse(details ?? '{}')

/** A person's first name and initials, which are the first letters of the first and the last part of the name. */
export function shortName(name: string): { name: string; initials: string } {
  const words = name.trim().split(/\s+/)
  const initials = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return { name: words[0] ?? '', initials: initials.join('').toUpperCase() }
}

/** The web pages among what the AI quoted, each once. */
function publicSources(citations: string): VisitorMessage['sources'] {
  const cited = JSON.parse(citations) as { title: string; url: string | null }[]
  const pages = cited.filter(({ url }) => url !== null && /^https?:\/\//.test(url) && URL.canParse(url))
  return [...new Map(pages.map(({ title, url }) => [url!, { title, url: url! }])).values()]
}

/** Where the sentences of a reply end that rest on web pages. */
function citedIn(
  { content, sentences, citations }: Pick<ThreadMessage, 'content' | 'sentences' | 'citations'>,
  sources: VisitorMessage['sources'],
): VisitorMessage['cited'] {
  const cited: { title: string; quote: string; url: string | null }[] = JSON.parse(citations ?? '[]')
  const proofs = proofsOf(JSON.parse(sentences ?? 'null'), cited) ?? []
  return endsOf(content, proofs).flatMap(({ end, proof }) => {
    const pages = proof.sources.map(({ number }) => sources.findIndex(({ url }) => url === cited[number - 1]!.url))
    const known = [...new Set(pages.filter((page) => page >= 0))]
    return proof.verdict === 'supported' && known.length > 0 ? [{ end, sources: known }] : []
  })
}
