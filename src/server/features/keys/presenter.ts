import type { z } from 'zod'
import type { apiKey } from '#contract/organizations.ts'
import type { Row } from '../../db/rows.ts'
import { isoTime, isoTimeOrNull } from '../../db/time.ts'

export function presentKey(row: Row<'api_keys'>): z.infer<typeof apiKey> {
  return {
    id: row.id,
    name: row.name,
    scopes: JSON.parse(row.scopes),
    expires_at: isoTimeOrNull(row.expires_at),
    last_four: row.last_four,
    last_used_at: isoTimeOrNull(row.last_used_at),
    created_at: isoTime(row.created_at),
  }
}
