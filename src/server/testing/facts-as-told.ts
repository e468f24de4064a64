import type { ResponseMode } from '#contract/enums.ts'
import type { Row } from '../db/rows.ts'
import type { Db } from '../db/tables.ts'
import { advance, type Facts, type Happening, openedFacts } from '../features/facts/advance.ts'
import { happeningsOf, heldSince } from '../features/facts/happenings.ts'
import { timed } from '../features/facts/keep-facts.ts'
import { hasAskedBefore, selectFacts } from '../features/facts/queries.ts'

/** The facts that are stored of a conversation, and those that its whole thread tells. */
export async function factsAsTold(
  db: Db,
  conversation: Row<'conversations'>,
): Promise<{ stored: Facts | undefined; told: Facts }> {
  const stored = await selectFacts(db, conversation.id)
  const opened = { ...openedFacts(conversation), id: stored?.id ?? '' }
  const told = (await happeningsIn(db, conversation)).reduce(advance, opened)
  return { stored, told: await timed(db, told) }
}

async function happeningsIn(db: Db, conversation: Row<'conversations'>): Promise<Happening[]> {
  const { id, response_mode, deleted_at: deletedAt } = conversation
  const of = (table: 'messages' | 'thread_entries' | 'ratings') =>
    db.selectFrom(table).selectAll().where('conversation_id', '=', id)
  const messages = (await of('messages').execute()) as Row<'messages'>[]
  const entries = (await of('thread_entries')
    .orderBy('after_message')
    .orderBy('number')
    .execute()) as Row<'thread_entries'>[]
  const ratings = (await of('ratings').orderBy('created_at').execute()) as Row<'ratings'>[]
  const traces = await db
    .selectFrom('receipts')
    .innerJoin('messages', 'messages.id', 'receipts.message_id')
    .select(['message_id', 'decision', 'is_own_key'])
    .where('conversation_id', '=', id)
    .execute()
  const heldFor = firstMode(entries, response_mode) === 'human' ? heldSince(undefined) : undefined
  const isNewVisitor = !(await hasAskedBefore(db, conversation))
  return [
    ...happeningsOf({ messages, entries, traces, deletedAt }, { heldFor, hasBegun: false, isNewVisitor }),
    ...ratings.map(({ score, created_at: at }): Happening => ({ kind: 'rated', at, score })),
  ]
}

/** Who answered at the beginning of a conversation, derived from its entries and who answers now. */
function firstMode(entries: readonly Pick<Row<'thread_entries'>, 'type'>[], now: ResponseMode): ResponseMode {
  const change = entries.find(({ type }) => type === 'handed_over' || type === 'given_back')
  if (!change) return now
  return change.type === 'handed_over' ? 'ai' : 'human'
}
