import { greetingIn } from '#contract/greetings.ts'
import type { Context } from '../../context.ts'
import { addToCounter, deleteCounters, readCounters } from '../../db/counters.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import type { LocatedAgent } from '../../http/binding.ts'
import { chatLanguage, widgetOf } from '../agents/index.ts'
import { type Command, type HandOverWords, type Identity, payerOf, type State, SYSTEM, VISITOR } from './command.ts'
import { commit, decideAndCommit, stateOf } from './commit.ts'
import { handOverWords } from './hand-over-words.ts'
import { isLeftOpen } from './left-open.ts'
import { decideOpening } from './open-conversation.ts'
import { lockAnyConversation } from './queries.ts'
import { hasPersonWritten, identifyDeleted, lockVisit, selectKnownOtherwise, selectVisit } from './visit-queries.ts'
import { worldOf } from './world.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A closed conversation that has not changed for longer stays closed: what its visitor writes begins a new one. */
const REOPENED_FOR_MS = 14 * DAY_MS

const saidFor = { people_only: 'person_comes', no_credits: 'ai_is_spent' } as const

/** Somebody who writes on a website, and the agent they write to. The transaction must have locked the visitor. */
interface Visit {
  agent: LocatedAgent
  visitor: Row<'visitors'>
}

interface Words {
  content: string
  /** Whether it is known already that no credit is left for an answer of the AI. */
  isOutOfCredits: boolean
}

/**
 * Stores what a visitor says, in their open, lately closed or new conversation. Without credits or replies of the day,
 * people answer.
 * @throws AppError 422 `subscription_limit_exceeded` if no credit turns out to be left; try again with `isOutOfCredits`
 */
export async function visitorWrites(
  ctx: Context,
  tx: Tx,
  { agent, visitor }: Visit,
  { content, isOutOfCredits }: Words,
): Promise<Row<'messages'>> {
  const state = await openState(ctx, tx, { agent, visitor })
  const isWithAi = state.row.response_mode === 'ai'
  const made = isWithAi && !agent.only_human ? await repliesToday(ctx, tx, agent) : 0
  const isSpent = isOutOfCredits || made >= widgetOf(agent).ai_replies_per_day
  const forPeople = agent.only_human ? 'people_only' : isSpent ? 'no_credits' : null
  const reason = isWithAi ? forPeople : null
  const words = reason && (await handOverWords(ctx, tx, { agent, visitor }, saidFor[reason]))
  const command: Command =
    reason && words
      ? { kind: 'visitor_writes_to_people', content, words, reason }
      : { kind: 'visitor_writes', content, agent }
  const { added, askedReply } = await decideAndCommit(ctx, tx, state, command)
  if (askedReply) await countReply(ctx, tx, agent, made)
  return added[0]!
}

/**
 * Gives a visitor's conversation back to the AI, which answers what they have written if nobody has. Where the AI has it, or
 * may not answer, all stays as it is.
 * @throws AppError 409 `only_human`; 409 `person_has_written` since the conversation was last handed over; 422
 * `subscription_limit_exceeded` if no credit is left for the answer
 */
export async function visitorTakesBack(ctx: Context, tx: Tx, { agent, visitor }: Visit): Promise<void> {
  if (agent.only_human) throw new AppError('only_human')
  const row = await lockVisit(tx, visitor.id)
  if (row?.status !== 'open' || row.response_mode === 'ai') return
  if (await hasPersonWritten(tx, row.id)) throw new AppError('person_has_written')
  const made = await repliesToday(ctx, tx, agent)
  const isSpent = isLeftOpen(row) && made >= widgetOf(agent).ai_replies_per_day
  if (isSpent || agent.is_disabled) return
  const command = { kind: 'give_back', payer: payerOf(agent), by: VISITOR } as const
  const { askedReply } = await decideAndCommit(ctx, tx, await stateOf(tx, row), command)
  if (askedReply) await countReply(ctx, tx, agent, made)
}

async function repliesToday(ctx: Context, tx: Tx, agent: LocatedAgent): Promise<number> {
  const today = repliesOn(ctx.now())
  return (await readCounters(tx, agent.id, [today]))[today] ?? 0
}

/** @param made how many replies of today were counted before */
async function countReply(ctx: Context, tx: Tx, agent: LocatedAgent, made: number): Promise<void> {
  // Yesterday's counter is kept for processes whose clocks are behind.
  if (made === 0) await deleteCounters(tx, agent.id, repliesOn(0), repliesOn(ctx.now() - DAY_MS))
  await addToCounter(tx, agent.id, repliesOn(ctx.now()), 1)
}

/** The name of the counter of the AI's replies on the day, in UTC, of a time in milliseconds since 1970. */
const repliesOn = (time: number): string => `ai_replies:${new Date(time).toISOString().slice(0, 10)}`

/**
 * @param wish `comes`: whether people take over; if not, the conversation's mode stays. `note`: what the visitor is told;
 *   `form`: what asks for their address beside it
 */
export async function visitorAsksForPerson(
  ctx: Context,
  tx: Tx,
  visit: Visit,
  wish: HandOverWords & { comes: boolean },
): Promise<void> {
  const state = await openState(ctx, tx, visit)
  await decideAndCommit(ctx, tx, state, { kind: 'wants_person', ...wish })
}

/** Notes that a visitor does not want the person whom a message offers; nothing changes if it offers none any more. */
export async function visitorDeclines(ctx: Context, tx: Tx, visitorId: string, messageId: string): Promise<void> {
  const row = await lockVisit(tx, visitorId)
  if (row?.offered_message_id !== messageId) return
  await decideAndCommit(ctx, tx, await stateOf(tx, row), { kind: 'declines_offer', messageId })
}

/**
 * Writes who a visitor is into all their conversations; for the one that they see this is activity. If they have an
 * open one already, that of the unknown visitor is closed.
 * @param former the id of the row of the unknown visitor; `visitor.id` if it has become the row of the known one, or if
 * only the visitor's name or address has changed
 */
export async function identifyVisitor(ctx: Context, tx: Tx, former: string, visitor: Row<'visitors'>): Promise<void> {
  const seen = await selectVisit(tx, former)
  const own = former === visitor.id ? undefined : await selectVisit(tx, visitor.id)
  const known = shownOf(visitor)
  const rows: Row<'conversations'>[] = []
  // All are locked before any is changed, in the order in which others lock several.
  for (const id of await selectKnownOtherwise(tx, [former, visitor.id], known)) {
    const row = await lockAnyConversation(tx, id)
    if (row) rows.push(row) // otherwise it has been erased meanwhile
  }
  for (const row of rows) {
    const { id } = row
    if (row.deleted_at !== null) {
      await identifyDeleted(tx, id, known)
      continue
    }
    let state = await stateOf(tx, row)
    if (id === seen?.id && row.status === 'open' && own?.status === 'open') {
      const close = { kind: 'set', mode: undefined, status: 'closed', by: SYSTEM } as const
      state = { row: (await decideAndCommit(ctx, tx, state, close)).after, pendingReply: undefined }
    }
    await decideAndCommit(ctx, tx, state, { kind: 'identify', visitor: known, isPast: id !== seen?.id })
  }
}

const shownOf = (visitor: Row<'visitors'>): Identity => ({
  visitor_id: visitor.id,
  chat_user_id: visitor.chat_user_id,
  chat_user_name: visitor.name,
  chat_user_email: visitor.email,
  identity_verified: visitor.identity_verified,
})

/** Locks and reads the visitor's open conversation. If none is open, reopens one closed lately, or begins a new one. */
async function openState(ctx: Context, tx: Tx, { agent, visitor }: Visit): Promise<State> {
  const row = await lockVisit(tx, visitor.id)
  if (row?.status === 'open') return stateOf(tx, row)
  if (row && row.updated_at >= ctx.now() - REOPENED_FOR_MS) {
    const reopen = { kind: 'set', mode: undefined, status: 'open', by: VISITOR } as const
    const { after } = await decideAndCommit(ctx, tx, { row, pendingReply: undefined }, reopen)
    return { row: after, pendingReply: undefined }
  }
  const greeting = greetingIn(chatLanguage(agent, visitor), agent.greeting, true)
  const opened = decideOpening(
    agent,
    {
      origin: 'widget',
      chatUser: { id: visitor.chat_user_id, name: visitor.name, email: visitor.email },
      identityVerified: visitor.identity_verified === 1,
      messages: agent.only_human ? [] : [{ role: 'assistant', content: greeting }],
      visitorId: visitor.id,
    },
    worldOf(ctx),
  )
  await commit(ctx, tx, opened)
  return { row: opened.after, pendingReply: undefined }
}
