import type { Data } from '#contract/index.ts'
import type { Row } from '../../db/rows.ts'
import { isoTime, isoTimeOrNull } from '../../db/time.ts'
import type { MemberRow } from './queries.ts'

const ONLINE_MS = 2 * 60 * 1000 // `last_seen_at` is updated about once a minute while a dashboard is open

export function presentMember(row: MemberRow, now: number): Data<'updateMember'> {
  return {
    user_id: row.user_id,
    name: row.name,
    email: row.email,
    role: row.role,
    is_online: row.last_seen_at !== null && row.last_seen_at > now - ONLINE_MS,
    availability: row.availability,
    last_seen_at: isoTimeOrNull(row.last_seen_at),
    joined_at: isoTime(row.joined_at),
  }
}

export function presentInvitation({ id, email, role, expires_at, mail_error }: Row<'invitations'>) {
  return { id, email, role, expires_at: isoTime(expires_at), ...(mail_error !== null && { mail_error }) }
}
