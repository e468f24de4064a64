import { hash } from 'node:crypto'
import type { Data } from '#contract/index.ts'
import { namesOfFiles } from '#contract/names-of-files.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError, invalid } from '../../errors.ts'
import type { VerbInput } from '../../http/binding.ts'
import { assertAvailable } from '../agents/index.ts'
import { attach, filesByMessage, filesFor } from '../attachments/index.ts'
import { visitorWrites } from '../conversations/index.ts'
import { mayBeginConversation } from './begin-conversation.ts'
import { presentOwnMessage } from './presenter.ts'
import { insertSentMessage, selectSentMessage } from './queries.ts'
import { holdingVisitor, visitedAgent, visiting } from './visiting.ts'

type Input = VerbInput<'writeMessage'>
type Sent = Data<'writeMessage'>

/**
 * Stores a visitor's message, once for each id that their browser gave it. If the AI can't answer, because no credits
 * are left or it has given as many replies today as it may, the visitor is told that a person will.
 * @throws AppError 422 on `id` if it was used for other words; on `attachments` if they are not this visit's to send
 */
export async function writeMessage(ctx: Context, input: Input): Promise<Sent> {
  // A message that was stored before begins no conversation, also if its own has been deleted since.
  const sent = await selectSentMessage(ctx.database.read, visiting(ctx).visitorId, input.body.id)
  if (sent) return storeAsCredits(ctx, input)
  assertAvailable(await visitedAgent(ctx))
  return mayBeginConversation(ctx, () => storeAsCredits(ctx, input))
}

async function storeAsCredits(ctx: Context, input: Input): Promise<Sent> {
  try {
    return await store(ctx, input, { isOutOfCredits: false })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'subscription_limit_exceeded') throw error
    return store(ctx, input, { isOutOfCredits: true })
  }
}

async function store(ctx: Context, input: Input, { isOutOfCredits }: { isOutOfCredits: boolean }): Promise<Sent> {
  const { id } = input.body
  const agent = await visitedAgent(ctx)
  return holdingVisitor(ctx, async (tx, visitor) => {
    const sent = await selectSentMessage(tx, visitor.id, id)
    if (sent) return again(ctx, tx, input, sent)
    assertAvailable(agent)
    const { files, content } = await filesFor(ctx, tx, { session_id: visiting(ctx).tokenHash }, input.body)
    const message = await visitorWrites(ctx, tx, { agent, visitor }, { content, isOutOfCredits })
    const attached = await attach(tx, files, message)
    await insertSentMessage(tx, {
      visitor_id: visitor.id,
      client_id: id,
      content_hash: hashOf(input.body),
      message_id: message.id,
      created_at: message.created_at,
    })
    return presentOwnMessage(message, attached)
  })
}

/** The answer to a stored message, even a deleted one. @throws AppError 422 on `id` if it was used for other words */
async function again(ctx: Context, tx: Tx, { body }: Input, sent: Row<'visitor_messages'>): Promise<Sent> {
  if (sent.content_hash !== hashOf(body)) throw invalid('id', 'was already used for another message')
  ctx.answersAgain()
  const { message_id: id, created_at } = sent
  const files = (await filesByMessage(tx, [id])).get(id) ?? []
  const content = body.content || namesOfFiles(files)
  return presentOwnMessage({ id, content, role: 'visitor', action_required: 0, action: null, created_at }, files)
}

const hashOf = ({ content, attachments }: Input['body']): string =>
  hash('sha256', [content, ...attachments].join('\0'), 'base64url')
