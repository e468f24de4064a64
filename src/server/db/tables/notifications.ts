import type { NotificationKind } from '#contract/enums.ts'
import type { Json, Milliseconds } from './types.ts'

interface StoredNotification {
  id: string
  organization_id: string
  /** The member who is told. */
  user_id: string
  kind: NotificationKind
  /** The user who did what it tells of; null if that was a visitor, an API key or the server. */
  actor_id: string | null
  agent_id: string
  conversation_id: string | null
  /** The ids of the notes, messages, check runs or plans it tells of, as a JSON array, the latest last. */
  subject_ids: Json
  count: number
  /** When it told of something last. */
  created_at: Milliseconds
  read_at: Milliseconds | null
}

interface Followers {
  conversation_id: string
  /** Somebody who wrote in the conversation, or was mentioned in or assigned to it. */
  user_id: string
}

export interface NotificationTables {
  notifications: StoredNotification
  followers: Followers
}
