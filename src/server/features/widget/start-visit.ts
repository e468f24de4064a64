import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { isUniqueViolation } from '../../db/unique.ts'
import { CHANGED } from '../../events/conversation-topic.ts'
import type { LocatedAgent, Verb } from '../../http/binding.ts'
import { assertAvailable } from '../agents/index.ts'
import { moveUploads } from '../attachments/index.ts'
import {
  identifyVisitor,
  selectVisitThread,
  THREAD_END,
  type VisitorIdentity,
  verifyIdentity,
} from '../conversations/index.ts'
import { newToken } from '../keys/index.ts'
import { findVisitorSession, VERIFIED_MS, VISIT_MS } from './authenticate-visitor.ts'
import { openByLink } from './open-by-link.ts'
import { languageTag, pageAddress } from './page-address.ts'
import { presentVisitor } from './presenter.ts'
import {
  changeVisitor,
  deleteIdleVisitors,
  deleteSessionsOf,
  deleteVisitorSession,
  deleteVisitors,
  extendVisitorSession,
  insertVisitor,
  insertVisitorSession,
  lockVerifiedVisitor,
  lockVisitor,
  moveSentMessages,
} from './queries.ts'
import { visitOf } from './read-visit.ts'
import { hashVisitToken, isVisitToken } from './token.ts'
import { visitorTopic } from './visiting.ts'

const TRIES = 3

/** Where the visitor is, as their browser says: shown to members, but never trusted. */
type Whereabouts = Pick<Row<'visitors'>, 'page_url' | 'referrer' | 'locale' | 'user_agent'>

interface Arrival {
  agent: LocatedAgent
  /** The token that the browser has kept; undefined if it has none that is good for this agent. */
  token: string | undefined
  /** The visitor whose token that is. */
  current: Row<'visitors'> | undefined
  identity: VisitorIdentity | undefined
  whereabouts: Whereabouts
}

interface Visit {
  visitor: Row<'visitors'>
  token: string
}

/**
 * Begins a visit, or goes on with one. An unknown visitor who proves who they are keeps their conversation and gets a
 * new token. If the browser's token is that of another person, it ends at once.
 * @throws AppError 422 on `identity_token` if it is invalid, or missing where the agent requires it; 423
 * `agent_unavailable` if the agent is disabled
 */
export const startVisit: Verb<'startVisit'> = async (ctx, input) => {
  const { agent, body } = input
  assertAvailable(agent)
  const opened = body.token && body.identity_token === undefined ? await openByLink(ctx, agent, body.token) : undefined
  if (opened) return opened
  const token = body.token && isVisitToken(body.token) ? body.token : undefined
  const sessionOf = (db: Db, kept: string) => findVisitorSession(db, kept, ctx.now())
  const known = token ? await sessionOf(ctx.database.read, token) : undefined
  // Whoever was forwarded a mail's link proves with their own identity nothing about its visitor.
  const isOurs = known?.agent_id === agent.id && (known.conversation_id === null || body.identity_token === undefined)
  const goesOn = isOurs && body.identity_token === undefined
  const needsProof = agent.identity_mode === 'required' && known?.identity_verified !== 1
  const identity = goesOn && !needsProof ? undefined : await verifyIdentity(ctx, agent, body)
  const whereabouts = {
    page_url: pageAddress(body.page_url),
    referrer: pageAddress(body.referrer),
    locale: languageTag(body.locale),
    user_agent: ctx.userAgent?.slice(0, 500) ?? null,
  }
  const visit = await arriveOnce(ctx, () =>
    ctx.database.transaction(async (tx) => {
      const current = isOurs ? await lockVisitor(tx, known.visitor_id) : undefined
      if (current && token && !(await sessionOf(tx, token))) return undefined
      // Makes the visitor's streams check their tokens and read the conversation again, as both may change here.
      if (current && identity) await ctx.notifications.notify(tx, visitorTopic(current.id), CHANGED)
      return arrive(ctx, tx, { agent, token: current && token, current, identity, whereabouts })
    }),
  )
  if (!visit) return startVisit(ctx, input) // another request has ended the token meanwhile; it is unknown from now on
  const { visitor, token: given } = visit
  if (given === token) ctx.answersAgain()
  const row = await selectVisitThread(ctx.database.read, visitor.id, { after: THREAD_END })
  return { token: given, visitor: presentVisitor(visitor), conversation: row ? await visitOf(ctx, row) : null }
}

/** Tries again where another visit of the same person has begun at the same time. */
async function arriveOnce<T>(ctx: Context, arrive: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await arrive()
    } catch (error) {
      if (tries === TRIES || !isUniqueViolation(error)) throw error
      ctx.log.debug({ err: error }, 'two visits of one person began at once')
    }
}

async function arrive(ctx: Context, tx: Tx, arrival: Arrival): Promise<Visit> {
  const { agent, token, current, identity, whereabouts } = arrival
  if (!identity) {
    if (current && token) {
      if (current.identity_verified === 0) await extendVisitorSession(tx, hashVisitToken(token), ctx.now() + VISIT_MS)
      return { visitor: await moved(ctx, tx, current, whereabouts), token }
    }
    return begin(ctx, tx, await insertNew(ctx, tx, agent, whereabouts))
  }
  const { id: chat_user_id } = identity
  const person = { chat_user_id, identity_verified: 1 as const, ...proved(identity), ...whereabouts }
  if (current?.identity_verified === 1 && current.chat_user_id === chat_user_id && token) {
    await extendVisitorSession(tx, hashVisitToken(token), ctx.now() + VERIFIED_MS)
    return { visitor: await identified(ctx, tx, current.id, current, person), token }
  }
  const verified = await lockVerifiedVisitor(tx, agent.id, chat_user_id)
  if (token) await deleteVisitorSession(tx, hashVisitToken(token))
  if (current?.identity_verified === 0) {
    await deleteSessionsOf(tx, current.id)
    if (!verified) return goOn(ctx, tx, token, await identified(ctx, tx, current.id, current, person))
    const given = { name: verified.name ?? current.name, email: verified.email ?? current.email }
    const visitor = await identified(ctx, tx, current.id, verified, { ...given, ...person })
    await moveSentMessages(tx, current.id, verified.id)
    await deleteVisitors(tx, [current.id])
    return goOn(ctx, tx, token, visitor)
  }
  if (current) await deleteIdleVisitors(tx, [current.id]) // another person, who used this browser before
  if (verified) return begin(ctx, tx, await identified(ctx, tx, verified.id, verified, person))
  return begin(ctx, tx, await insertNew(ctx, tx, agent, whereabouts, person))
}

/** What an identity token says besides the id. What it leaves out stays as it was. */
function proved({ name, email }: VisitorIdentity): Partial<Row<'visitors'>> {
  return { ...(name !== null && { name, name_proved: 1 }), ...(email !== null && { email, email_proved: 1 }) }
}

async function begin(ctx: Context, tx: Tx, visitor: Row<'visitors'>): Promise<Visit> {
  const token = newToken()
  const now = ctx.now()
  await insertVisitorSession(tx, {
    token_hash: hashVisitToken(token),
    visitor_id: visitor.id,
    created_at: now,
    expires_at: now + (visitor.identity_verified === 1 ? VERIFIED_MS : VISIT_MS),
  })
  return { visitor, token }
}

/** Begins a visit under a new token with what was uploaded under the one before. */
async function goOn(ctx: Context, tx: Tx, former: string | undefined, visitor: Row<'visitors'>): Promise<Visit> {
  const visit = await begin(ctx, tx, visitor)
  if (former) await moveUploads(tx, hashVisitToken(former), hashVisitToken(visit.token))
  return visit
}

async function insertNew(
  ctx: Context,
  tx: Tx,
  agent: LocatedAgent,
  whereabouts: Whereabouts,
  person?: Partial<Row<'visitors'>>,
): Promise<Row<'visitors'>> {
  const visitor: Row<'visitors'> = {
    id: newId(),
    organization_id: agent.organization_id,
    agent_id: agent.id,
    chat_user_id: randomUUID(),
    name: null,
    email: null,
    name_proved: 0,
    email_proved: 0,
    identity_verified: 0,
    ...whereabouts,
    seen_at: null,
    created_at: ctx.now(),
    updated_at: ctx.now(),
    ...person,
  }
  await insertVisitor(tx, visitor)
  return visitor
}

async function moved(
  ctx: Context,
  tx: Tx,
  visitor: Row<'visitors'>,
  whereabouts: Whereabouts,
): Promise<Row<'visitors'>> {
  await changeVisitor(tx, visitor.id, { ...whereabouts, updated_at: ctx.now() })
  return { ...visitor, ...whereabouts }
}

/** Writes who somebody is into their row and conversations; `former` is the id they had until now. */
async function identified(
  ctx: Context,
  tx: Tx,
  former: string,
  visitor: Row<'visitors'>,
  person: Partial<Row<'visitors'>>,
): Promise<Row<'visitors'>> {
  const after = { ...visitor, ...person, updated_at: ctx.now() }
  await changeVisitor(tx, visitor.id, { ...person, updated_at: after.updated_at })
  await identifyVisitor(ctx, tx, former, after)
  return after
}
