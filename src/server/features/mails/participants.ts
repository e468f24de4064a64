import type { Data } from '#contract/index.ts'
import { normalAddress } from '../../adapters/mail/read/addresses.ts'
import type { Address } from '../../adapters/mail/read/mail-facts.ts'
import { lockName } from '../../db/lock.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { invalid, orNotFound } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { actorOf, authorOf, holdActingMember, lockAnyConversation, moveWords } from '../conversations/index.ts'
import { keepMailLine } from '../search-index/index.ts'
import { putThread, selectOfOtherSender, selectThread } from './queries.ts'
import { ownAddresses } from './surroundings.ts'

type Conversation = Row<'conversations'>

export async function listParticipants(db: Db, conversation: Conversation): Promise<Data<'listParticipants'>> {
  return present(conversation, await selectThread(db, conversation.id))
}

function present({ chat_user_email: email }: Conversation, thread: Row<'mail_threads'> | undefined) {
  const known: string[] = thread ? JSON.parse(thread.participants) : []
  return { participants: [...new Set([...(thread && email ? [email.toLowerCase()] : []), ...known])] }
}

/**
 * Lets an address take part in a conversation by mail. If it wrote to the conversation before it took part, which began
 * another one, these words move here, and the other conversation is closed. Answers go to it, too, from then on.
 * @throws AppError 422 on `address` if the conversation is none by mail, or the address is that of a mailbox
 */
export const addParticipant: Verb<'addParticipant'> = (ctx, { conversation, body }) => {
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
