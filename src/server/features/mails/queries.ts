import { countRows } from '../../db/count-rows.ts'
import { preparedOne } from '../../db/prepared.ts'
import type { NewRow, Row } from '../../db/rows.ts'
import { rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

export const { select: selectMail, insert: insertMail, change: changeMail, remove: removeMail } = rowsOf('mails')

/** The oldest mail of a mailbox that came before another and has not been read yet. */
export const selectUnreadBefore = preparedOne((db, mailboxId: string, mailId: string) =>
  db
    .selectFrom('mails')
    .select(['id', 'raw_key'])
    .where('mailbox_id', '=', mailboxId)
    .where('direction', '=', 'in')
    .where('id', '<', mailId)
    .where('done_at', 'is', null)
    .orderBy('id')
    .limit(1),
)

/** The newest mail of a mailbox that has not been read yet, which is read after all others. */
export const selectLastUnread = preparedOne((db, mailboxId: string) =>
  db
    .selectFrom('mails')
    .select('id')
    .where('mailbox_id', '=', mailboxId)
    .where('direction', '=', 'in')
    .where('done_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1),
)

/**
 * Notes by which key a mailbox, which the caller has locked, knows a mail.
 * @param keys the first is noted; mails from before the secret was replaced with which they are made are known by others
 * @returns the id of the mail that came with one of them before; undefined if none did, and only then it is noted
 */
export async function claimKey(
  tx: Tx,
  { keys, ...mail }: Omit<NewRow<'mail_keys'>, 'key'> & { keys: readonly string[] },
): Promise<string | undefined> {
  const known = await tx
    .selectFrom('mail_keys')
    .select('mail_id')
    .where('mailbox_id', '=', mail.mailbox_id)
    .where('key', 'in', keys)
    .executeTakeFirst()
  if (known) return known.mail_id
  await tx
    .insertInto('mail_keys')
    .values({ ...mail, key: keys[0]! })
    .execute()
  return undefined
}

/** The mail of another mailbox of the organization that is the same one, if it has a message. */
export const selectTwin = (
  db: Db,
  { organization_id, mailbox_id }: Pick<Row<'mails'>, 'organization_id' | 'mailbox_id'>,
  internetId: string,
  { sender, wordsKey }: { sender: string; wordsKey: string },
) =>
  db
    .selectFrom('mails')
    .innerJoin('mailboxes', 'mailboxes.id', 'mails.mailbox_id')
    .select(['mails.conversation_id', 'mails.message_id', 'mailboxes.agent_id'])
    .where('mails.organization_id', '=', organization_id)
    .where('mails.internet_id', '=', internetId)
    .where('mails.words_key', '=', wordsKey)
    .where('mails.sender', '=', sender)
    .where('mails.direction', '=', 'in')
    .where('mails.mailbox_id', '!=', mailbox_id)
    .where('mails.message_id', 'is not', null)
    .executeTakeFirst()

/** The conversations of mails in a mailbox that another's id names: a Message-ID, or what a mail server made of ours. */
export async function conversationsOfId(db: Db, mailboxId: string, organizationId: string, id: string) {
  const of = (column: 'internet_id' | 'server_id') =>
    db
      .selectFrom('mails')
      .select('conversation_id')
      .where('organization_id', '=', organizationId)
      .where(column, '=', id)
      .where('mailbox_id', '=', mailboxId)
      .where('conversation_id', 'is not', null)
      .limit(5)
      .execute()
  const rows = [...(await of('internet_id')), ...(await of('server_id'))]
  return rows.map(({ conversation_id }) => conversation_id!)
}

export async function conversationsOfRoot(db: Db, mailboxId: string, root: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .select('conversation_id')
    .where('mailbox_id', '=', mailboxId)
    .where('thread_root', '=', root)
    .where('conversation_id', 'is not', null)
    .distinct()
    .limit(5)
    .execute()
  return rows.map(({ conversation_id }) => conversation_id!)
}

/** A conversation of the organization with what is known of it by mail, deleted ones included. */
export const selectMailed = (db: Db, organizationId: string, conversationId: string) =>
  db
    .selectFrom('conversations')
    .innerJoin('agents', 'agents.id', 'conversations.agent_id')
    .leftJoin('mail_threads', 'mail_threads.conversation_id', 'conversations.id')
    .select(['conversations.id', 'conversations.agent_id', 'conversations.status', 'conversations.updated_at'])
    .select(['conversations.deleted_at', 'conversations.chat_user_email', 'conversations.origin'])
    .select(['conversations.visitor_id', 'agents.deleted_at as agent_deleted_at', 'mail_threads.participants'])
    .where('conversations.id', '=', conversationId)
    .where('conversations.organization_id', '=', organizationId)
    .executeTakeFirst()

export const selectThread = preparedOne((db, conversationId: string) =>
  db.selectFrom('mail_threads').selectAll().where('conversation_id', '=', conversationId),
)

export async function putThread(tx: Tx, row: NewRow<'mail_threads'>): Promise<void> {
  const { conversation_id: _, ...changes } = row
  await tx
    .insertInto('mail_threads')
    .values(row)
    .onConflict((conflict) => conflict.column('conversation_id').doUpdateSet(changes))
    .execute()
}

export async function linkConversations(
  tx: Tx,
  one: string,
  other: string,
  reason: Row<'conversation_links'>['reason'],
): Promise<void> {
  await tx
    .insertInto('conversation_links')
    .values([
      { conversation_id: one, linked_id: other, reason },
      { conversation_id: other, linked_id: one, reason },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The conversation that an address began which took no part in another one. */
export const selectOfOtherSender = (db: Db, conversationId: string, address: string) =>
  db
    .selectFrom('conversation_links')
    .innerJoin('conversations', 'conversations.id', 'conversation_links.linked_id')
    .select('conversations.id')
    .where('conversation_links.conversation_id', '=', conversationId)
    .where('conversation_links.reason', '=', 'other_sender')
    .where('conversations.chat_user_email', '=', address)
    .where('conversations.deleted_at', 'is', null)
    .where('conversations.message_count', '>', 0)
    .orderBy('conversations.id', 'desc')
    .executeTakeFirst()

/** The conversation of a message of the organization. */
export const conversationOfMessage = (db: Db, organizationId: string, messageId: string) =>
  db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select('conversations.id')
    .where('messages.id', '=', messageId)
    .where('conversations.organization_id', '=', organizationId)
    .executeTakeFirst()

export const isMessageOf = async (db: Db, conversationId: string, id: string): Promise<boolean> =>
  (await db
    .selectFrom('messages')
    .select('id')
    .where('id', '=', id)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()) !== undefined

/** Whether an address is a member's. */
export const isMemberAddress = async (db: Db, organizationId: string, address: string): Promise<boolean> =>
  (await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.id')
    .where('memberships.organization_id', '=', organizationId)
    .where('users.email', '=', address)
    .executeTakeFirst()) !== undefined

/** How many mails came from an address since a time, with the same words if `wordsKey` is given. */
export const countFrom = (db: Db, organizationId: string, sender: string, since: number, wordsKey?: string) => {
  const query = db
    .selectFrom('mails')
    .where('organization_id', '=', organizationId)
    .where('sender', '=', sender)
    .where('created_at', '>', since)
    .where('direction', '=', 'in')
    .where('done_at', 'is not', null)
  return countRows(wordsKey === undefined ? query : query.where('words_key', '=', wordsKey))
}

/** Mails that the AI was asked to answer, which is how its mails are counted: each gets one at most. */
const askedOfAi = (db: Db) => db.selectFrom('mails').where('mails.direction', '=', 'in').where('mails.is_ai', '=', 1)

/** How many mails to a mailbox the AI was asked to answer since a time. */
export const countOfMailbox = (db: Db, mailboxId: string, since: number) =>
  countRows(askedOfAi(db).where('mailbox_id', '=', mailboxId).where('created_at', '>', since))

/** How many mails of an address the AI was asked to answer since a time, in all mailboxes of the organization. */
export const countToAddress = (db: Db, organizationId: string, sender: string, since: number) =>
  countRows(
    askedOfAi(db)
      .where('organization_id', '=', organizationId)
      .where('sender', '=', sender)
      .where('created_at', '>', since),
  )

/** How many mails of a conversation the AI was asked to answer since a person of the company wrote there. */
export async function countInConversation(db: Db, conversationId: string): Promise<number> {
  const { position } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.max('position').as('position'))
    .where('conversation_id', '=', conversationId)
    .where('role', '=', 'human')
    .executeTakeFirstOrThrow()
  return countRows(
    askedOfAi(db)
      .innerJoin('messages', 'messages.id', 'mails.message_id')
      .where('mails.conversation_id', '=', conversationId)
      .where('messages.position', '>', position ?? 0),
  )
}

/** The mail of a message; the first, if it came in two mailboxes. */
export const selectFirstMail = (db: Db, { id, conversation_id }: Row<'messages'>): Promise<Row<'mails'> | undefined> =>
  db
    .selectFrom('mails')
    .selectAll()
    .where('conversation_id', '=', conversation_id)
    .where('message_id', '=', id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** The files of a conversation's raw mails. */
export const selectOriginals = (db: Db, conversationId: string) =>
  db
    .selectFrom('mails')
    .select('raw_key')
    .where('conversation_id', '=', conversationId)
    .where('raw_key', 'is not', null)
    .execute()

/** The oldest raw mails that came before a time and have been read. */
export const selectOldOriginals = (db: Db, before: number, limit: number) =>
  db
    .selectFrom('mails')
    .select(['id', 'raw_key', 'conversation_id'])
    .where('raw_key', 'is not', null)
    .where('created_at', '<', before)
    .where('done_at', 'is not', null)
    .orderBy('created_at')
    .limit(limit)
    .execute()
