import type { Generated } from 'kysely'
import type { AuditActorType, AuditTargetType } from '#contract/audit.ts'
import type { AuditAction } from '#contract/audit-actions.ts'
import type { Availability, LabelColor, VisitorJobKind, VisitorJobStatus } from '#contract/enums.ts'
import type { Plan } from '#contract/limits.ts'
import type { Role } from '#contract/roles.ts'
import type { Flag, Json, Milliseconds } from './types.ts'

interface Organizations {
  id: string
  name: string
  plan: Plan
  /** After how many days closed conversations are erased; null: never. */
  retention_days: Generated<number | null>
  /** When the nightly erasure of old conversations last began, or when `retention_days` was last changed. */
  retention_ran_at: Generated<Milliseconds | null>
  time_zone: Generated<string>
  /** When its team works, by weekday, as a JSON object; null: always. */
  working_hours: Generated<Json | null>
  /** Whether responders may teach agents from conversations. */
  responders_teach: Generated<Flag>
  created_at: Milliseconds
  updated_at: Milliseconds
}

interface Memberships {
  organization_id: string
  user_id: string
  role: Role
  availability: Generated<Availability>
  joined_at: Milliseconds
  /** Written at most once a minute. */
  last_seen_at: Milliseconds | null
  /** A member who is away is mailed after a visitor has waited so many minutes of working time; null: never. */
  mail_after_minutes: Generated<number | null>
  /** What they want to be told and how, as far as it differs from what is so at first, as a JSON object. */
  notification_wishes: Generated<Json>
}

interface Invitations {
  id: string
  organization_id: string
  email: string
  role: Role
  token_hash: string
  inviter_id: string
  created_at: Milliseconds
  expires_at: Milliseconds
  /** When it was accepted, revoked or replaced, or when its inviter lost the right to invite; null while it is open. */
  ended_at: Milliseconds | null
  /** Why the mail with the link could not be sent. */
  mail_error: string | null
}

interface Labels {
  id: string
  organization_id: string
  name: string
  /** The name without differences of case. No two labels of an organization may have the same one. */
  folded_name: string
  color: LabelColor
  created_at: Milliseconds
}

interface SavedReplies {
  id: string
  organization_id: string
  /** The author of the saved reply. */
  user_id: string
  title: string
  content: string
  /** Whether all members of the organization see it. */
  is_shared: Flag
  created_at: Milliseconds
}

interface ApiKeys {
  id: string
  organization_id: string
  user_id: string
  name: string
  scopes: Json
  key_hash: string
  last_four: string
  /** Null if the key never expires. */
  expires_at: Milliseconds | null
  last_used_at: Milliseconds | null
  revoked_at: Milliseconds | null
  created_at: Milliseconds
}

interface AuditEntries {
  id: string
  organization_id: string
  action: AuditAction
  actor_type: AuditActorType
  actor_id: string | null
  /** The actor's name at that time, which is kept even if the member or the API key is deleted. */
  actor_name: string | null
  target_type: AuditTargetType
  target_id: string
  target_name: string | null
  /** The IP address of the request. */
  address: string | null
  /** The names of the fields that were changed, as a JSON array; null for other actions. */
  fields: Json | null
  created_at: Milliseconds
}

interface VisitorJobs {
  id: string
  organization_id: string
  kind: VisitorJobKind
  status: VisitorJobStatus
  /** The visitors to export or to erase, as JSON; null once an erasure is done. */
  matches: Json | null
  created_at: Milliseconds
}

interface QuotaUsage {
  organization_id: string
  name: string
  period: string
  used: number
}

/**
 * Organizations: their members and invitations, labels, saved replies and API keys, the audit log, exports and erasures
 * of visitors, and what they have used of their quotas.
 */
export interface OrganizationTables {
  organizations: Organizations
  memberships: Memberships
  invitations: Invitations
  labels: Labels
  saved_replies: SavedReplies
  api_keys: ApiKeys
  audit_entries: AuditEntries
  visitor_jobs: VisitorJobs
  quota_usage: QuotaUsage
}
