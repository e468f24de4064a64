import type { Data } from '#contract/index.ts'
import type { Context } from '../../context.ts'
import { lockRow } from '../../db/lock.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError, invalid } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import { type VisitorAct, visitorActsTopic } from '../../events/visitor-acts.ts'
import type { Verb, VerbInput } from '../../http/binding.ts'
import { assertAvailable } from '../agents/index.ts'
import {
  addressIn,
  findConversation,
  handOverWords,
  identifyVisitor,
  markVisitorRead,
  nobodyComes,
  parsePosition,
  selectVisit,
  selectVisitMessage,
  submitActionResult,
  visitorAsksForPerson,
  visitorDeclines,
  visitorTakesBack,
} from '../conversations/index.ts'
import { noteRating } from '../facts/index.ts'
import { noteBadRating } from '../gaps/index.ts'
import { mayBeginConversation } from './begin-conversation.ts'
import { isRateable, presentVisitor } from './presenter.ts'
import { changeVisitor, putRating } from './queries.ts'
import { holdingVisitor, visitedAgent, visiting } from './visiting.ts'

/** Passes on what the visitor filled into a form of their own conversation. Their address becomes theirs. */
export const fillInAction: Verb<'fillInAction'> = async (ctx, { params, body }) => {
  const agent = await visitedAgent(ctx)
  const message = await selectVisitMessage(ctx.database.read, visiting(ctx).visitorId, params.id.toLowerCase())
  if (!message) throw new AppError('resource_not_found')
  const conversation = await findConversation(ctx, agent, message.conversation_id)
  const email = addressIn(message, body.result)
  if (email !== undefined) await updateVisitor(ctx, { body: { email } })
  const ids = { agent: agent.id, conversation: conversation.id, message: message.id }
  return submitActionResult(ctx, { params: ids, body, agent, conversation, message })
}

/** Asks for a person, as by a button. Unless people answer already, the visitor is told whether one can come. */
export async function askForPerson(ctx: Context): Promise<undefined> {
  const agent = await visitedAgent(ctx)
  assertAvailable(agent)
  const comes = agent.human_intervention === 1 || agent.only_human === 1
  await mayBeginConversation(ctx, () =>
    holdingVisitor(ctx, async (tx, visitor) => {
      const words = comes
        ? await handOverWords(ctx, tx, { agent, visitor }, 'person_comes')
        : { note: nobodyComes(visitor, agent), form: null }
      return visitorAsksForPerson(ctx, tx, { agent, visitor }, { comes, ...words })
    }),
  )
}

/** Declines a person whom a message has offered. @throws AppError 404 if the visitor has no such message */
export const declineOffer: Verb<'declineOffer'> = async (ctx, { params }) => {
  const id = params.id.toLowerCase()
  await holdingVisitor(ctx, async (tx, visitor) => {
    if (!(await selectVisitMessage(tx, visitor.id, id))) throw new AppError('resource_not_found')
    await visitorDeclines(ctx, tx, visitor.id, id)
  })
}

/**
 * Asks the AI instead of a person. Where it can't answer, people still do.
 * @throws AppError 409 `only_human`; 409 `person_has_written`
 */
export async function handBack(ctx: Context): Promise<undefined> {
  const agent = await visitedAgent(ctx)
  try {
    await holdingVisitor(ctx, (tx, visitor) => visitorTakesBack(ctx, tx, { agent, visitor }))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'subscription_limit_exceeded') throw error
  }
}

/**
 * Whoever opened the chat by the link in a mail may stop its mails, but have none sent elsewhere, as links are passed on.
 * @throws AppError 422 on `email`
 */
function assertOwnBrowser({ actor }: Context, { email }: VerbInput<'updateVisitor'>['body']): void {
  if (email && actor.kind === 'visitor' && actor.isByLink)
    throw invalid('email', 'can be changed only in the browser in which the chat was begun')
}

/** @throws AppError 422 on a field that is known from an identity token, and on an address in a chat opened by a link */
export async function updateVisitor(
  ctx: Context,
  { body }: Pick<VerbInput<'updateVisitor'>, 'body'>,
): Promise<Data<'updateVisitor'>> {
  return holdingVisitor(ctx, async (tx, visitor) => {
    const given = (['name', 'email'] as const).filter((field) => body[field] !== undefined)
    assertOwnBrowser(ctx, body)
    const proved = given.find((field) => visitor[`${field}_proved`] === 1)
    if (proved) throw invalid(proved, 'is known from an identity token')
    const changes = Object.fromEntries(given.map((field) => [field, body[field] || null]))
    const after = { ...visitor, ...changes, updated_at: ctx.now() }
    await changeVisitor(tx, visitor.id, { ...changes, updated_at: after.updated_at })
    await identifyVisitor(ctx, tx, visitor.id, after)
    return presentVisitor(after)
  })
}

/**
 * Stores a visitor's rating of an answer of the AI, or of a closed conversation. A later one replaces it.
 * @throws AppError 422 on `message_id` if it names no such answer, or is missing while the conversation is not closed
 */
export const rate: Verb<'rate'> = async (ctx, { body }) => {
  const rating = { score: body.score, comment: body.comment ?? '' }
  await holdingVisitor(ctx, async (tx, visitor) => {
    const find = () =>
      body.message_id ? ratedAnswer(tx, visitor.id, body.message_id) : ratedConversation(tx, visitor.id)
    const { conversationId } = await find()
    await lockRow(tx, 'conversations', conversationId)
    const rated = await find() // again, as the conversation may have been deleted or erased before it was locked
    if (rated.conversationId !== conversationId) throw invalid('message_id', 'names no message that is still there')
    await putRating(tx, {
      conversation_id: conversationId,
      message_id: body.message_id ?? '',
      created_at: ctx.now(),
      ...rating,
    })
    await noteRating(tx, conversationId, body.score, ctx.now())
    if (body.score === 'bad') await noteBadRating(ctx, tx, conversationId, rated.position)
    const { organization_id, agent_id } = visitor
    await emit(ctx, tx, organization_id, { type: 'thread.updated', agent_id, conversation_id: conversationId })
  })
  return { message_id: body.message_id ?? null, ...rating }
}

interface Rated {
  conversationId: string
  /** Position of the rated message, or of the last one if the whole conversation is rated. */
  position: number
}

async function ratedAnswer(tx: Tx, visitorId: string, id: string): Promise<Rated> {
  const message = await selectVisitMessage(tx, visitorId, id)
  if (!message || !isRateable(message)) throw invalid('message_id', 'names no answer of the AI in this conversation')
  return { conversationId: message.conversation_id, position: message.position }
}

async function ratedConversation(tx: Tx, visitorId: string): Promise<Rated> {
  const conversation = await selectVisit(tx, visitorId)
  if (conversation?.status !== 'closed') throw invalid('message_id', 'is required until the conversation is closed')
  return { conversationId: conversation.id, position: conversation.message_count }
}

/** Tells the team that the visitor is writing, if their conversation is open. */
export async function tellTyping(ctx: Context): Promise<undefined> {
  const conversation = await selectVisit(ctx.database.read, visiting(ctx).visitorId)
  if (conversation?.status !== 'open') return
  tellAct(ctx, 'visitor.typing', conversation)
}

export const markRead: Verb<'markRead'> = async (ctx, { body }) => {
  const conversation = await selectVisit(ctx.database.read, visiting(ctx).visitorId)
  const { message } = parsePosition(body.position)
  if (!conversation || message <= (conversation.visitor_read_position ?? 0)) return
  const position = Math.min(message, conversation.message_count)
  await holdingVisitor(ctx, (tx) => markVisitorRead(tx, conversation.id, position, ctx.now()))
  tellAct(ctx, 'visitor.read', conversation)
}

function tellAct(ctx: Context, type: VisitorAct['type'], conversation: Row<'conversations'>): void {
  const { id, organization_id, agent_id } = conversation
  const event: VisitorAct = { type, agent_id, conversation_id: id }
  ctx.notifications.tell(visitorActsTopic(organization_id), JSON.stringify(event))
}
