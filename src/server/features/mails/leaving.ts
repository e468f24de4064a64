import { normalAddress } from '../../adapters/mail/read/addresses.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { canSend, selectAnyMailbox } from '../mailboxes/index.ts'
import type { Leaving } from './continuity.ts'
import {
  type Chat,
  lastOfVisitor,
  type PeoplesWords,
  selectChat,
  selectChatMails,
  selectPeoplesWords,
} from './continuity-queries.ts'

/** A conversation on a website from which its visitor may have gone. */
export interface LeftChat extends Leaving {
  chat: Chat
  mailbox: Row<'mailboxes'>
  /** The visitor's address. */
  address: string
  words: readonly (PeoplesWords[number] & { createdAt: number })[]
}

/**
 * Reads what decides whether people's words in a conversation are mailed to its visitor.
 * @param within the positions of a mail's words; without it, all that were not mailed count
 * @returns undefined if no mailbox writes to visitors here, or there is no address
 */
export async function readLeaving(
  deps: Pick<Dependencies, 'config'>,
  db: Db,
  conversation: Row<'conversations'>,
  within?: { from: number; to: number },
): Promise<LeftChat | undefined> {
  const { id, chat_user_email, deleted_at, response_mode, status, message_count } = conversation
  const chat = chat_user_email === null || deleted_at !== null ? undefined : await selectChat(db, id)
  if (!chat || chat.continuity_mailbox_id === null || chat_user_email === null) return undefined
  const mailbox = await selectAnyMailbox(db, chat.continuity_mailbox_id)
  if (!mailbox) return undefined
  const address = normalAddress(chat_user_email)
  const mails = await selectChatMails(db, id)
  const mailed = within ? within.from - 1 : Math.max(0, ...mails.map(({ position }) => position))
  const from = Math.max(mailed, conversation.visitor_read_position ?? 0) + 1
  const words = await selectPeoplesWords(db, id, from, within?.to ?? message_count)
  const answered = await lastOfVisitor(db, id)
  return {
    ...{ chat, mailbox, address },
    canMail: mailbox.deleted_at === null && canSend(deps, mailbox),
    isWithPeople: response_mode === 'human',
    closedAt: status === 'closed' ? (chat.closed_at ?? 0) : null,
    seenAt: chat.seen_at,
    words: words.map((word) => ({ ...word, createdAt: word.created_at })),
    mails: mails.map(({ created_at, position, status: state, address: to }) => ({
      at: created_at,
      isAnswered: position < answered,
      isUndeliverable: to === address && (state === 'failed' || state === 'bounced'),
    })),
  }
}
