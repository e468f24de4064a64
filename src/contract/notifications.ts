import { z } from 'zod'
import { conversation } from './conversations.ts'
import { defineEndpoints } from './endpoint.ts'
import { notificationKinds } from './enums.ts'
import { timestamp, uuid, webUrl } from './fields.ts'

const notification = z.object({
  id: uuid,
  kind: z.enum(notificationKinds),
  created_at: timestamp,
  read_at: timestamp.nullable(),
  /** The member who did what it tells of; null if that was a visitor, an API key or the server. */
  actor: z.object({ user_id: uuid, name: z.string() }).nullable(),
  /** Null if it tells of the server. */
  agent_id: uuid.nullable(),
  /** Absent from news about an agent's checks or websites, and about the server. */
  conversation_id: uuid.optional(),
  /** The visitor of that conversation. */
  chat_user: conversation.shape.chat_user.optional(),
  /** Of `account_failing` alone, where a mailbox fails; `excerpt` is its address then. */
  mailbox_id: uuid.optional(),
  /** Of `account_failing` alone, where an account with a provider of AI models fails; `excerpt` is its name then. */
  model_account_id: uuid.optional(),
  /** The beginning of the note or message it tells of; the name of the agent, or the address of the website; or empty. */
  excerpt: z.string(),
  /**
   * What else is to be said, in words that no visitor wrote: of a conversation that calls a person, how much was asked
   * and answered so far; of `alarm`, what is wrong with the server or is over. Null if nothing is.
   */
  detail: z.string().nullable(),
  /** How many things it tells of, as those of ten minutes are gathered; of `check_broke`, how many checks broke. */
  count: z.int(),
})

const pushKey = z.string().regex(/^[\w-]{16,128}={0,2}$/, 'must be base64url')

export const notificationEndpoints = defineEndpoints({
  listNotifications: {
    summary: "List one's own notifications of the last 90 days, newest first",
    query: z.object({
      before: uuid.optional().meta({ description: 'The `id` of a notification: list those before it' }),
      limit: z.coerce.number().int().min(1).max(100).optional().default(30),
    }),
    data: z.object({ items: z.array(notification), unread: z.int() }),
  },
  readNotifications: {
    summary: "Mark some or all of one's own notifications as read; ids of others are ignored",
    body: z.union([z.strictObject({ ids: z.array(uuid).max(100) }), z.strictObject({ all: z.literal(true) })]),
  },
  getPushKey: {
    summary: 'The key with which a browser subscribes to what this server pushes',
    /** The public key in base64url (RFC 8292); null if this server pushes nothing, as nobody could reach its operator. */
    data: z.object({ public_key: z.string().nullable() }),
  },
  createPushSubscription: {
    summary: "Subscribe the session's browser to what one is pushed, until the session ends",
    /** What a browser's `PushSubscription.toJSON()` gives (RFC 8030 and 8291). */
    body: z.object({ endpoint: webUrl(['https:', 'http:']), keys: z.object({ p256dh: pushKey, auth: pushKey }) }),
    data: z.object({ id: uuid }),
  },
  deletePushSubscription: { summary: "End one's own subscription of a browser" },
})
