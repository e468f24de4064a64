import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type ConversationStatus, conversationStatuses } from '#contract/enums.ts'
import type { Db } from '../../db/tables.ts'

const PAGE = 1_000 // rows a query reads, so that others need not wait long for theirs
const CONVERSATIONS_PER_PAGE = 100

/** A stored answer that a change of the agent may affect. */
interface Concerned {
  message_id: string
  conversation_id: string
  created_at: number
}

/** The answers since a time that cite any of the sources, the latest first. */
export async function citingAnswers(db: Db, sources: readonly string[], since: number): Promise<Concerned[]> {
  const found = new Map<string, Concerned>()
  for (const source of sources)
    for await (const page of citationPages(db, source, since)) for (const row of page) found.set(row.message_id, row)
  return latestFirst([...found.values()])
}

async function* citationPages(db: Db, source: string, since: number): AsyncGenerator<Concerned[]> {
  let last = { created_at: Number.MAX_SAFE_INTEGER, message_id: '' }
  for (;;) {
    const rows = await db
      .selectFrom('source_citations')
      .innerJoin('conversations', 'conversations.id', 'source_citations.conversation_id')
      .select(['message_id', 'conversation_id', 'source_citations.created_at', 'conversations.deleted_at'])
      .where('source_id', '=', source)
      .where('source_citations.created_at', '>=', since)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('source_citations.created_at', 'message_id'), '<', tuple(last.created_at, last.message_id)),
      )
      .orderBy('source_citations.created_at', 'desc')
      .orderBy('message_id', 'desc')
      .limit(PAGE)
      .execute()
    yield rows.filter(({ deleted_at }) => deleted_at === null)
    if (rows.length < PAGE) return
    last = rows.at(-1)!
    await yieldToEventLoop()
  }
}

/** The replies, made since a time, for which an agent's knowledge was searched, the latest first. */
export async function searchedAnswers(db: Db, agentId: string, since: number): Promise<Concerned[]> {
  const found = new Map<string, Concerned>() // by message, as a conversation that is closed meanwhile is read twice
  for (const status of conversationStatuses)
    for await (const ids of conversationPages(db, agentId, status, since)) {
      const rows = await db
        .selectFrom('messages')
        .innerJoin('receipts', 'receipts.message_id', 'messages.id')
        .select(['messages.id as message_id', 'conversation_id', 'created_at'])
        .where('conversation_id', 'in', ids)
        .where('created_at', '>=', since)
        .where('search_query', 'is not', null)
        .execute()
      for (const row of rows) found.set(row.message_id, row)
    }
  return latestFirst([...found.values()])
}

async function* conversationPages(
  db: Db,
  agentId: string,
  status: ConversationStatus,
  since: number,
): AsyncGenerator<string[]> {
  let last = { updated_at: Number.MAX_SAFE_INTEGER, id: '' }
  for (;;) {
    const rows = await db
      .selectFrom('conversations')
      .select(['id', 'updated_at'])
      .where('agent_id', '=', agentId)
      .where('status', '=', status)
      .where('deleted_at', 'is', null)
      .where('updated_at', '>=', since)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('updated_at', 'id'), '<', tuple(last.updated_at, last.id)))
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .limit(CONVERSATIONS_PER_PAGE)
      .execute()
    if (rows.length > 0) yield rows.map(({ id }) => id)
    if (rows.length < CONVERSATIONS_PER_PAGE) return
    last = rows.at(-1)!
    await yieldToEventLoop()
  }
}

const latestFirst = (answers: Concerned[]) =>
  answers.sort((one, other) => other.created_at - one.created_at || (one.message_id < other.message_id ? 1 : -1))
