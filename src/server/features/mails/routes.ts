import { Readable } from 'node:stream'
import type { Data } from '#contract/index.ts'
import { MAIL_PAGE_POLICY, pageOf } from '../../adapters/mail/html/mail-page.ts'
import { MOST_PICTURE_BYTES, sourceOf } from '../../adapters/mail/html/pictures.ts'
import { lineOf, normalAddress } from '../../adapters/mail/read/addresses.ts'
import type { Address } from '../../adapters/mail/read/mail-facts.ts'
import { inParallel } from '../../concurrency/in-parallel.ts'
import type { Context, Dependencies } from '../../context.ts'
import { lockName } from '../../db/lock.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { AppError, invalid, orNotFound } from '../../errors.ts'
import type { Bindings, FileAnswer, Verb, VerbInput } from '../../http/binding.ts'
import { assertAvailable } from '../agents/index.ts'
import {
  actorOf,
  authorOf,
  deliveryOf,
  holdActingMember,
  lockAnyConversation,
  moveWords,
  openByMember,
} from '../conversations/index.ts'
import { canSend, selectAnyMailbox } from '../mailboxes/index.ts'
import { keepMailLine } from '../search-index/index.ts'
import { downloadEmail, getEmail, originalOf } from './get-email.ts'
import { putThread, selectFirstMail, selectOfOtherSender, selectThread } from './queries.ts'
import { isBeingSent, tellMessage, tryNow } from './queue-mail.ts'
import { ownAddresses } from './receive-mail.ts'
import { recipientsOf } from './recipients.ts'
import { keepPending, sendEmail, takeBackEmail } from './send-email.ts'
import { changeDelivery, selectDeliveries, selectMailOfMessage } from './send-queries.ts'

/**
 * Begins a conversation with a member's mail, which the first recipient is the visitor of. It is there at once, and its
 * first message when the time to take that back is over.
 * @throws AppError 422 for a recipient, or a mailbox that is not the agent's or can't send; 423 `agent_unavailable`
 */
const beginByEmail: Verb<'beginByEmail'> = (ctx, { agent, body }) => {
  assertAvailable(agent)
  const subject = lineOf(body.subject)
  return ctx.database.transaction(async (tx) => {
    const mailbox = await selectAnyMailbox(tx, body.mailbox_id)
    if (mailbox?.agent_id !== agent.id || mailbox.deleted_at !== null)
      throw invalid('mailbox_id', 'names no mailbox of this agent')
    if (!canSend(ctx, mailbox)) throw invalid('mailbox_id', 'names a mailbox that no mail server sends for')
    const recipients = recipientsOf(body, { to: [], cc: [] }, await ownAddresses(ctx, tx, agent.organization_id))
    const { to, cc } = recipients
    const conversation = await openByMember(ctx, tx, agent, to[0]!.address)
    await putThread(tx, {
      ...{ conversation_id: conversation.id, mailbox_id: mailbox.id, subject, reply: JSON.stringify({ to, cc }) },
      participants: JSON.stringify([...to, ...cc].map(({ address }) => address)),
    })
    const { content, closes, attachments } = body
    const pending = await keepPending(ctx, tx, conversation, mailbox, {
      ...{ content, recipients, subject, closes, attachments },
    })
    return ctx.answer(tx, { ...pending, conversation_id: conversation.id })
  })
}

/**
 * Mails a message again to those whom its mail failed to reach or bounced from. Also one of the AI's that people have
 * taken over from, as a member asks for it.
 * @throws AppError 404 for a message without a mail of ours; 409 `not_failed` if nobody was missed, as before it
 *   is given up, after it was sent and when it was withdrawn, and during an attempt; 409 `mailbox_unavailable`
 */
const retryEmail: Verb<'retryEmail'> = (ctx, { conversation, message }) =>
  ctx.database.transaction(async (tx) => {
    const row = orNotFound(await lockAnyConversation(tx, conversation.id))
    const mail = orNotFound(await selectMailOfMessage(tx, row.organization_id, message.id))
    const mailbox = await selectAnyMailbox(tx, mail.mailbox_id)
    if (mailbox?.deleted_at !== null || !canSend(ctx, mailbox)) throw new AppError('mailbox_unavailable')
    const deliveries = await selectDeliveries(tx, mail.id)
    const missed = deliveries.filter(({ status }) => status === 'failed' || status === 'bounced')
    if (missed.length === 0 || isBeingSent(deliveries)) throw new AppError('not_failed')
    for (const { address } of missed)
      await changeDelivery(tx, mail.id, address, { status: 'queued', code: null, message: null })
    await tryNow(ctx, tx, mail, { retried_at: ctx.now(), done_at: null })
    await tellMessage(ctx, tx, row, mail)
    return ctx.answer(tx, deliveryOf(await selectDeliveries(tx, mail.id)))
  })

/** Most remote pictures of one mail that are fetched, how many at a time, and for how long. */
const MOST_PICTURES = 50
const AT_ONCE = 8
const TIMEOUT_MS = 10_000
/** Bytes of one mail's remote pictures, from where on no more are fetched. */
const MOST_BYTES = 25 * 1_048_576

/**
 * Shows a mail's HTML as a page of its own.
 * @throws AppError 404 for a message without a mail that has HTML, and once its original is deleted
 */
async function showEmail(ctx: Context, { message, query }: VerbInput<'showEmail'>): Promise<FileAnswer> {
  const mail = orNotFound(await selectFirstMail(ctx.database.read, message))
  const raw = orNotFound(mail.has_html ? await originalOf(ctx, mail) : undefined)
  const page = orNotFound((await ctx.mailReader.page(raw, mail.organization_id, true)) ?? undefined)
  const pictures = query.pictures ? await fetchPictures(ctx, page.remote) : new Map<number, string>()
  return { name: 'mail.html', content: Readable.from([pageOf(page, pictures)]), shownUnder: MAIL_PAGE_POLICY }
}

/** Fetches pictures from here, so that their senders never see a member's address. What can't be had is left out. */
async function fetchPictures({ outbound }: Dependencies, urls: readonly string[]): Promise<Map<number, string>> {
  const sources = new Map<number, string>()
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  let bytes = 0
  await inParallel([...urls.slice(0, MOST_PICTURES).entries()], AT_ONCE, async ([place, url]) => {
    if (bytes > MOST_BYTES || signal.aborted) return
    const options = { timeoutMs: TIMEOUT_MS, maxBytes: MOST_PICTURE_BYTES, overflow: 'error', signal } as const
    const answer = await outbound.fetch(url, options).catch(() => undefined)
    const source = answer && answer.status < 300 ? sourceOf(answer.body) : undefined
    if (source === undefined) return
    bytes += source.length
    sources.set(place, source)
  })
  return sources
}

type Conversation = Row<'conversations'>

const listParticipants = async (db: Db, conversation: Conversation): Promise<Data<'listParticipants'>> =>
  present(conversation, await selectThread(db, conversation.id))

function present({ chat_user_email: email }: Conversation, thread: Row<'mail_threads'> | undefined) {
  const known: string[] = thread ? JSON.parse(thread.participants) : []
  return { participants: [...new Set([...(thread && email ? [email.toLowerCase()] : []), ...known])] }
}

/**
 * Lets an address take part in a conversation by mail. If it wrote to the conversation before it took part, which began
 * another one, these words move here, and the other conversation is closed. Answers go to it, too, from then on.
 * @throws AppError 422 on `address` if the conversation is none by mail, or the address is that of a mailbox
 */
const addParticipant: Verb<'addParticipant'> = (ctx, { conversation, body }) => {
  const address = normalAddress(body.address)
  const { organization_id: organizationId } = conversation
  return ctx.database.transaction(async (tx) => {
    await holdActingMember(ctx, tx, organizationId)
    await lockName(tx, `mails of ${organizationId}`) // so that no mail is put meanwhile where its sender was
    const thread = await selectThread(tx, conversation.id)
    if (!thread) throw invalid('address', 'can be added only to conversations by mail')
    if ((await ownAddresses(ctx, tx, organizationId)).includes(address))
      throw invalid('address', 'is one of a mailbox of the organization')
    const other = await selectOfOtherSender(tx, conversation.id, address)
    const { to, from } = await lockBoth(tx, conversation.id, other?.id)
    const after = withParticipant(thread, address)
    await putThread(tx, after)
    const isNew = after.participants !== thread.participants
    if (isNew || from) await moveWords(ctx, tx, { to, from, address, by: actorOf(authorOf(ctx)) })
    for (const row of from ? [to, from] : [to]) await keepMailLine(tx, row)
    return ctx.answer(tx, present(to, after))
  })
}

/** Locks both in the order of their ids, as everybody does who locks several. @throws AppError 404 */
async function lockBoth(tx: Tx, id: string, otherId: string | undefined) {
  const rows = new Map<string, Conversation>()
  for (const each of [id, otherId].filter((one) => one !== undefined).sort()) {
    const row = await lockAnyConversation(tx, each)
    if (row?.deleted_at === null) rows.set(each, row)
  }
  const from = otherId === undefined ? undefined : rows.get(otherId)
  return { to: orNotFound(rows.get(id)), from: from && from.message_count > 0 ? from : undefined }
}

function withParticipant(thread: Row<'mail_threads'>, address: string): Row<'mail_threads'> {
  const participants: string[] = JSON.parse(thread.participants)
  const reply: { to: Address[]; cc: Address[] } = JSON.parse(thread.reply)
  const isAnswered = [...reply.to, ...reply.cc].some((one) => one.address === address)
  return {
    ...thread,
    participants: JSON.stringify(participants.includes(address) ? participants : [...participants, address]),
    reply: JSON.stringify(isAnswered ? reply : { ...reply, cc: [...reply.cc, { address, name: '' }] }),
  }
}

export const mailRoutes = {
  getEmail: { run: getEmail },
  downloadEmail: { run: downloadEmail },
  showEmail: { run: showEmail },
  sendEmail: { run: sendEmail },
  takeBackEmail: { run: takeBackEmail },
  retryEmail: { run: retryEmail },
  beginByEmail: { run: beginByEmail },
  listParticipants: { run: (ctx, { conversation }) => listParticipants(ctx.database.read, conversation) },
  addParticipant: { run: addParticipant },
} satisfies Partial<Bindings>
