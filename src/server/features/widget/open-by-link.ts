import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Data } from '#contract/index.ts'
import { CHAT_LINK_DAYS } from '../../adapters/mail/compose/chat-words.ts'
import type { Context, Dependencies } from '../../context.ts'
import { UUID } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { LocatedAgent } from '../../http/binding.ts'
import { selectVisit, selectVisitThread, THREAD_END } from '../conversations/index.ts'
import { newToken } from '../keys/index.ts'
import { hashVisitToken } from './authenticate-visitor.ts'
import { presentVisitor } from './presenter.ts'
import { insertVisitorSession, lockVisitor, selectVisitorOf } from './queries.ts'
import { visitOf } from './read-visit.ts'

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
function readChatToken(token: string): { conversationId: string; until: number } | undefined {
  const [, conversationId, until] = FORM.exec(token) ?? []
  return conversationId && until && UUID.test(conversationId)
    ? { conversationId, until: Number.parseInt(until, 36) }
    : undefined
}

/** Whether this server made the token for the chat while its visitor had the address that they have now. */
function isChatToken({ secrets }: Pick<Dependencies, 'secrets'>, token: string, chat: Chat): boolean {
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

const LONGEST = 2_048

/**
 * A page's origin and path, since what follows may be secret, cut to 2,048 characters; null if no web page or too long.
 */
export function pageAddress(value: string | null | undefined): string | null {
  if (!value || value.length > LONGEST * 4 || !URL.canParse(value)) return null
  const { protocol, origin, pathname } = new URL(value)
  if (protocol !== 'https:' && protocol !== 'http:') return null
  return `${origin}${pathname}`.slice(0, LONGEST)
}

/** A language tag such as `pt-BR`, which some pages write as `pt_BR`; null for anything else. */
export function languageTag(value: string | null | undefined): string | null {
  const tag = value?.replaceAll('_', '-')
  return tag && /^[a-z]{2,3}(-[a-z0-9]{1,8}){0,3}$/i.test(tag) ? tag : null
}

/**
 * Begins a visit by the link in a mail to the visitor. Whoever has the link sees this conversation and writes there, until
 * the link ends or the visitor begins another conversation; the visitor's own sessions go on.
 * @returns undefined if the token is that of no such link, or it has ended
 */
export async function openByLink(
  ctx: Context,
  agent: LocatedAgent,
  token: string,
): Promise<Data<'startVisit'> | undefined> {
  const said = readChatToken(token)
  if (!said || said.until <= ctx.now() || agent.identity_mode === 'required') return undefined
  const found = await selectVisitorOf(ctx.database.read, said.conversationId)
  if (found?.agent_id !== agent.id) return undefined
  const given = newToken()
  const visitor = await ctx.database.transaction(async (tx) => {
    const row = await lockVisitor(tx, found.id)
    const visit = row && (await selectVisit(tx, row.id))
    if (!row || visit?.id !== said.conversationId || row.identity_verified === 1) return undefined
    if (!isChatToken(ctx, token, { ...visit, identity_verified: row.identity_verified })) return undefined
    await insertVisitorSession(tx, {
      ...{ token_hash: hashVisitToken(given), visitor_id: row.id, conversation_id: visit.id },
      ...{ created_at: ctx.now(), expires_at: said.until },
    })
    return row
  })
  if (!visitor) return undefined
  const seen = await selectVisitThread(ctx.database.read, visitor.id, { after: THREAD_END })
  return { token: given, visitor: presentVisitor(visitor), conversation: seen ? await visitOf(ctx, seen) : null }
}
