import { type RawBuilder, sql } from 'kysely'
import type { ConversationStatus, InboxView } from '#contract/enums.ts'
import type { Parsed } from '#contract/index.ts'
import { addUp } from '../../db/counters.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'

export type InboxFilter = Omit<Parsed<'listInbox'>['query'], 'cursor'> & {
  /** The user id of the member who asks, whose conversations the view `mine` shows. */
  me: string
  /** The position of the previous page's last line. */
  after?: { place: number; id: string } | undefined
}

const EXCERPT_CHARACTERS = 200
const COUNTED = 10_000 // one more than the highest exact count; counting ends there

/**
 * If the visitor waits for a person and somebody else wrote last, as the AI does to say that a person will take over:
 * the beginning of the visitor's last message.
 */
const question = sql<string | null>`case
  when conversations.waiting_since is not null and conversations.last_message_role <> 'visitor' then (
    select substr(messages.content, 1, ${sql.lit(EXCERPT_CHARACTERS)}) from messages
    where messages.conversation_id = conversations.id and messages.role = 'visitor'
    order by messages.position desc limit 1)
  end`

/**
 * The sort key of the order by waiting time, ascending: those who wait come first, the longest waiting at the top, then
 * the others, the latest activity first. It must be written as in the indexes whose names begin with `inbox_`.
 */
const waitingOrder = sql<number>`coalesce(conversations.waiting_since, 8640000000000000 - conversations.updated_at)`

/**
 * The condition of each view. It consists of literals, exactly as in the view's partial index if it has one, because a
 * database uses such an index only if it sees that the query asks for nothing outside of it.
 */
const conditions: Record<InboxView, ReturnType<typeof sql<boolean>>> = {
  mine: sql`conversations.status = 'open' and conversations.snoozed_until is null
    and conversations.assignee_id is not null`,
  for_me: sql`conversations.status = 'open' and conversations.snoozed_until is null`,
  unassigned: sql`conversations.status = 'open' and conversations.waiting_since is not null
    and conversations.assignee_id is null and conversations.snoozed_until is null`,
  open: sql`conversations.status = 'open' and conversations.response_mode = 'human'
    and conversations.snoozed_until is null`,
  ai: sql`conversations.status = 'open' and conversations.response_mode = 'ai'`,
  snoozed: sql`conversations.snoozed_until is not null and conversations.status = 'open'`,
  closed: sql`conversations.status = 'closed'`,
}

/**
 * Whether a conversation whose visitor waits does wait: with people, or with an AI that is there. A conversation that a
 * disabled agent leaves unanswered keeps its wait for when the agent is enabled again.
 */
const isWaitedFor = (isEnabled: RawBuilder<boolean>) =>
  sql<boolean>`(conversations.response_mode = 'human' or ${isEnabled})`

/** Whether a member wrote in a conversation, or was mentioned in or assigned to it. */
const isFollowedBy = (me: string) => sql<boolean>`conversations.id in (
  select followers.conversation_id from followers where followers.user_id = ${me})`

/** How far a member has read, looked up by the key of each conversation that is listed. */
const readMark = (me: string) => sql<number | null>`(
  select read_marks.after_message from read_marks
  where read_marks.conversation_id = conversations.id and read_marks.user_id = ${me})`

/** The time since which messages can be unread by a member: when they joined. */
const joinedAt = (me: string) => sql<number | null>`(
  select reader.joined_at from memberships as reader
  where reader.organization_id = conversations.organization_id and reader.user_id = ${me})`

/** Of a conversation by mail, looked up by the key of each that is listed. */
const subject = sql<string | null>`case when conversations.origin = 'email' then (
  select mail_threads.subject from mail_threads where mail_threads.conversation_id = conversations.id) end`

/** Conversations of agents that are not deleted, with what the inbox shows of each to a member. */
function lines(db: Db, me: string) {
  return db
    .selectFrom('conversations')
    .innerJoin('agents', 'agents.id', 'conversations.agent_id')
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.organization_id', '=', 'conversations.organization_id')
        .onRef('memberships.user_id', '=', 'conversations.assignee_id'),
    )
    .leftJoin('users', 'users.id', 'memberships.user_id')
    .selectAll('conversations')
    .select(['users.name as assignee_name', 'agents.is_disabled', question.as('question'), subject.as('subject')])
    .select([readMark(me).as('read_mark'), joinedAt(me).as('joined_at')])
    .where('conversations.deleted_at', 'is', null)
    .where('agents.deleted_at', 'is', null)
}

type Lines = ReturnType<typeof lines>

/** Conversations with a label, found by an index of the joined table. Only raw SQL selects from it: hence the cast. */
function ofLabel(query: Lines, labelId: string, status: ConversationStatus): Lines {
  return query
    .innerJoin('conversation_labels', 'conversation_labels.conversation_id', 'conversations.id')
    .where('conversation_labels.label_id', '=', labelId)
    .where('conversation_labels.status', '=', status) as unknown as Lines
}

export type InboxRow = Omit<Awaited<ReturnType<typeof selectInbox>>[number], 'place'>

/** Conversations of an organization, of one view and in one order. `place` is the value that they are sorted by. */
export function selectInbox(db: Db, organizationId: string, filter: InboxFilter, limit: number) {
  const { view, sort, me, agent, assignee: chosen, label, origin, after, ...unknown } = filter
  unknown satisfies Record<string, never> // a filter of the contract that is not applied below does not compile
  const assignee = view === 'mine' ? me : chosen
  // The other views have no such order: in `ai` and `closed` nobody waits, and `snoozed` is sorted by activity.
  const isByWait =
    sort === 'waiting' && (view === 'mine' || view === 'for_me' || view === 'unassigned' || view === 'open')
  const place = isByWait
    ? waitingOrder
    : sql<number>`${sql.ref(label ? 'conversation_labels.updated_at' : 'conversations.updated_at')}`
  const id = sql<string>`${sql.ref(label && !isByWait ? 'conversation_labels.conversation_id' : 'conversations.id')}`
  let query = lines(db, me).where('conversations.organization_id', '=', organizationId).where(conditions[view])
  if (view === 'unassigned') query = query.where(isWaitedFor(sql`agents.is_disabled = 0`))
  if (label) query = ofLabel(query, label, view === 'closed' ? 'closed' : 'open')
  if (assignee) query = query.where('conversations.assignee_id', '=', assignee)
  if (view === 'for_me') query = query.where(isFollowedBy(me))
  if (view === 'mine' && chosen && chosen !== me) query = query.where(sql<boolean>`1 = 0`)
  if (agent) query = query.where('conversations.agent_id', '=', agent)
  if (origin) query = query.where('conversations.origin', '=', origin)
  const order = isByWait ? 'asc' : 'desc'
  if (after) {
    const isLater = sql.raw(isByWait ? '>' : '<')
    query = query.where(sql<boolean>`(${place}, ${id}) ${isLater} (${after.place}, ${after.id})`)
  }
  return query.select(place.as('place')).orderBy(place, order).orderBy(id, order).limit(limit).execute()
}

/** Some conversations of an organization as the inbox shows them to a member. */
export function selectInboxLines(db: Db, organizationId: string, me: string, ids: readonly string[]) {
  return lines(db, me)
    .where('conversations.organization_id', '=', organizationId)
    .where('conversations.id', 'in', ids)
    .execute()
}

/**
 * How many conversations are in each of the views `mine`, `for_me`, `unassigned`, `open` and `snoozed`, and in how many of those
 * in `mine` the visitor waits; each up to `COUNTED`.
 */
export async function selectOpenCounts(db: Db, organizationId: string, me: string, agentId: string | undefined) {
  const agents = db
    .selectFrom('agents')
    .select('agents.id')
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
  const isThere = isWaitedFor(sql`conversations.agent_id in ${agents.where('is_disabled', '=', 0)}`)
  const count = (view: InboxView, more?: ReturnType<typeof sql<boolean>>) => {
    let counted = db
      .selectFrom('conversations')
      .select('conversations.agent_id')
      .where('conversations.organization_id', '=', organizationId)
      .where('conversations.deleted_at', 'is', null)
      .where(conditions[view])
    if (view === 'mine') counted = counted.where('conversations.assignee_id', '=', me)
    if (view === 'for_me') counted = counted.where(isFollowedBy(me))
    if (more) counted = counted.where(more)
    counted = counted.where('conversations.agent_id', agentId ? '=' : 'in', agentId ?? agents)
    return sql<number>`(select count(*) from (${counted.limit(COUNTED)}) as counted)`
  }
  const { rows } = await sql<
    Record<'mine' | 'for_me' | 'unassigned' | 'open' | 'snoozed' | 'waiting_for_me', number>
  >`select
    ${count('mine')} as mine, ${count('for_me')} as for_me, ${count('unassigned', isThere)} as unassigned,
    ${count('open')} as open,
    ${count('snoozed')} as snoozed,
    ${count('mine', sql`conversations.waiting_since is not null and ${isThere}`)} as waiting_for_me`.execute(db)
  return rows[0]!
}

/** The counters of an organization's agents that are not deleted, added up by name; or those of one of them. */
export async function selectStatusCounts(db: Db, organizationId: string, agentId: string | undefined) {
  let query = db
    .selectFrom('agents')
    .innerJoin('counters', 'counters.owner_id', 'agents.id')
    .select(['counters.name', sql<number>`cast(sum(counters.value) as bigint)`.as('value')])
    .where('agents.organization_id', '=', organizationId)
    .where('agents.deleted_at', 'is', null)
  if (agentId) query = query.where('agents.id', '=', agentId)
  return addUp(await query.groupBy('counters.name').execute())
}

/**
 * When an agent last answered, by the AI or a person, as far as the most recently changed conversation that ends with
 * an answer tells; null if none does. A greeting alone is no answer.
 */
export async function selectLastReplyAt(db: Db, { id, organization_id }: Row<'agents'>): Promise<number | null> {
  const row = await db
    .selectFrom('conversations')
    .select(['last_message_at', 'updated_at'])
    .where('organization_id', '=', organization_id)
    .where('agent_id', '=', id)
    .where('deleted_at', 'is', null)
    .where('status', 'in', ['open', 'closed'])
    .where('last_message_role', 'in', ['assistant', 'human'])
    .where('left_open_position', 'is', null)
    .where('message_count', '>', 1)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.last_message_at ?? null
}
