import { createHmac, timingSafeEqual } from 'node:crypto'
import { CHAT_LINK_DAYS } from '../../adapters/mail/compose/chat-words.ts'
import type { Dependencies } from '../../context.ts'
import { UUID } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const FORM = /^([0-9a-f-]{36})\.([0-9a-z]{1,10})\.([\w-]{43})$/

type Chat = Pick<Row<'conversations'>, 'id' | 'agent_id' | 'chat_user_email'> &
  Pick<Row<'visitors'>, 'identity_verified'>

/**
 * The address that opens a chat on any device for a week, for a mail to its visitor. What it proves stands behind `#`,
 * which browsers send to no server.
 * @returns null where this server's address is not known, or the visitor has proved who they are, as a mail proves nothing
 */
export function chatLink({ config, secrets, now }: Pick<Dependencies, 'config' | 'secrets' | 'now'>, chat: Chat) {
  if (!config.publicUrl || chat.identity_verified === 1 || chat.chat_user_email === null) return null
  const until = now() + CHAT_LINK_DAYS * DAY_MS
  const [key] = secrets.derivedKeys('links to chats')
  const token = `${chat.id}.${until.toString(36)}.${macOf(chat.id, until, chat.chat_user_email, key).toString('base64url')}`
  return `${config.publicUrl}/chat/${chat.agent_id}#mail=${token}`
}

/** What a link to a chat says of itself, before `isChatToken` believes it; undefined for other text. */
export function readChatToken(token: string): { conversationId: string; until: number } | undefined {
  const [, conversationId, until] = FORM.exec(token) ?? []
  return conversationId && until && UUID.test(conversationId)
    ? { conversationId, until: Number.parseInt(until, 36) }
    : undefined
}

/** Whether this server made the token for the chat while its visitor had the address that they have now. */
export function isChatToken({ secrets }: Pick<Dependencies, 'secrets'>, token: string, chat: Chat): boolean {
  const said = readChatToken(token)
  if (!said || said.conversationId !== chat.id || chat.chat_user_email === null) return false
  const given = Buffer.from(token.slice(token.lastIndexOf('.') + 1), 'base64url')
  const macs = secrets
    .derivedKeys('links to chats')
    .map((key) => macOf(chat.id, said.until, chat.chat_user_email!, key))
  return macs.map((mac) => given.length === mac.length && timingSafeEqual(given, mac)).includes(true)
}

const macOf = (conversation: string, until: number, address: string, key: Buffer): Buffer =>
  createHmac('sha256', key).update(`${conversation}\0${until}\0${address}`).digest()
