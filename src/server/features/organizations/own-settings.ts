import type { Data } from '#contract/index.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { selectMembershipsOf } from './queries.ts'
import { wishesOf } from './wishes.ts'

type OwnSettings = Data<'getOwnMember'>

export function presentOwnSettings(row: Row<'memberships'>): OwnSettings {
  return {
    availability: row.availability,
    notifications: wishesOf(row),
  }
}

/** A person's own settings in each organization they belong to, by the organization's id. */
export async function ownSettingsOf(db: Db, userId: string): Promise<Record<string, OwnSettings>> {
  const rows = await selectMembershipsOf(db, userId)
  return Object.fromEntries(rows.map((row) => [row.organization_id, presentOwnSettings(row)]))
}
