import type { z } from 'zod'
import type { auditEntry } from '#contract/audit.ts'
import type { Row } from '../../db/rows.ts'
import { isoTime } from '../../db/time.ts'

/** The names of the fields that were changed; none for other actions. */
export const fieldsOf = ({ fields }: Row<'audit_entries'>): string[] => (fields === null ? [] : JSON.parse(fields))

export function presentEntry(row: Row<'audit_entries'>): z.infer<typeof auditEntry> {
  return {
    id: row.id,
    action: row.action,
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
    target: { type: row.target_type, id: row.target_id, name: row.target_name },
    address: row.address,
    fields: fieldsOf(row),
    created_at: isoTime(row.created_at),
  }
}
