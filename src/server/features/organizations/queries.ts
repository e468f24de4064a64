import { addUp } from '../../db/counters.ts'
import { preparedOne, preparedWrite, sharedOne } from '../../db/prepared.ts'
import type { NewRow, Row, RowChanges } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

export const selectOrganization = sharedOne((db, id: string) =>
  db.selectFrom('organizations').selectAll().where('id', '=', id),
)

export function selectOrganizationsOf(db: Db, ownerId: string): Promise<Row<'organizations'>[]> {
  return db.selectFrom('organizations').selectAll().where('owner_id', '=', ownerId).orderBy('id').execute()
}

export async function insertOrganization(tx: Tx, row: NewRow<'organizations'>): Promise<void> {
  await tx.insertInto('organizations').values(row).execute()
}

export async function changeOrganization(tx: Tx, id: string, changes: RowChanges<'organizations'>): Promise<void> {
  await tx.updateTable('organizations').set(changes).where('id', '=', id).execute()
}

/** What has been used of each quota, what is set aside in blocks not counted. */
export async function selectUsage(db: Db, organizationId: string, month: string): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('quota_usage')
    .select(['name', 'used as value'])
    .where('organization_id', '=', organizationId)
    .where('period', 'in', ['', month])
    .execute()
  return addUp(rows)
}

/** Adds to a usage unless that would pass the limit: one statement, so exact however many do it at once. */
export async function addUsageWithin(tx: Tx, usage: NewRow<'quota_usage'>, limit: number): Promise<boolean> {
  return (await upsertUsage(tx, usage, limit - usage.used)) !== undefined
}

const upsertUsage = preparedOne((db, usage: NewRow<'quota_usage'>, atMostBefore: number) =>
  db
    .insertInto('quota_usage')
    .values(usage)
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'name', 'period'])
        .doUpdateSet((update) => ({ used: update('quota_usage.used', '+', update.ref('excluded.used')) }))
        .where('quota_usage.used', '<=', atMostBefore),
    )
    .returning('used'),
)

export const subtractUsage = preparedWrite((db, usage: NewRow<'quota_usage'>) =>
  db
    .updateTable('quota_usage')
    .set((update) => ({ used: update('used', '-', usage.used) }))
    .where('organization_id', '=', usage.organization_id)
    .where('name', '=', usage.name)
    .where('period', '=', usage.period),
)
