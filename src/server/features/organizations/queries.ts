import type { NewRow, Row, RowChanges } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

export function selectOrganization(db: Db, id: string): Promise<Row<'organizations'> | undefined> {
  return db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst()
}

export function selectOrganizationsOf(db: Db, ownerId: string): Promise<Row<'organizations'>[]> {
  return db.selectFrom('organizations').selectAll().where('owner_id', '=', ownerId).orderBy('id').execute()
}

export async function insertOrganization(tx: Tx, row: NewRow<'organizations'>): Promise<void> {
  await tx.insertInto('organizations').values(row).execute()
}

export async function changeOrganization(tx: Tx, id: string, changes: RowChanges<'organizations'>): Promise<void> {
  await tx.updateTable('organizations').set(changes).where('id', '=', id).execute()
}

export function selectUsage(db: Db, organizationId: string, month: string) {
  return db
    .selectFrom('quota_usage')
    .select(['name', 'used'])
    .where('organization_id', '=', organizationId)
    .where('period', 'in', ['', month])
    .execute()
}
