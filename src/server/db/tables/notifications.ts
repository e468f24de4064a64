import type { Generated } from 'kysely'
import type { NotificationKind } from '#contract/enums.ts'
import type { Flag, Json, Milliseconds } from './types.ts'

interface StoredNotification {
  id: string
  organization_id: string
  /** The member who is told. */
  user_id: string
  kind: NotificationKind
  /** The user who did what it tells of; null if that was a visitor, an API key or the server. */
  actor_id: string | null
  /** Null if it tells of the server. */
  agent_id: string | null
  conversation_id: string | null
  /** The ids of the notes, messages, check runs or plans it tells of, as a JSON array, the latest last. */
  subject_ids: Json
  count: number
  /** When it told of something last. */
  created_at: Milliseconds
  read_at: Milliseconds | null
  /** Whether the member's list has it; if not, they are told by other ways alone. */
  is_listed: Generated<Flag>
  /** What else is to be said, in words that no visitor wrote; null if nothing is. */
  detail: string | null
}

interface PushKeys {
  id: 'vapid'
  /** The private key by which push services know this server (RFC 8292), a JSON Web Key, sealed (see `Secrets`). */
  key_pair: string
}

/** A browser to which this server may push messages for a member (RFC 8030), until the session ends there. */
interface PushSubscriptions {
  id: string
  organization_id: string
  user_id: string
  session_id: string
  /** The address at the browser's push service that messages are posted to. Whoever knows it is let in. */
  endpoint: string
  /** The browser's public key (RFC 8291), in base64url. */
  p256dh: string
  /** The secret shared with the browser (RFC 8291), in base64url. */
  auth: string
  created_at: Milliseconds
}

interface Followers {
  conversation_id: string
  /** Somebody who wrote in the conversation, or was mentioned in or assigned to it. */
  user_id: string
}

export interface NotificationTables {
  notifications: StoredNotification
  followers: Followers
  push_keys: PushKeys
  push_subscriptions: PushSubscriptions
}
