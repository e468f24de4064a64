import { preparedOne } from '../../db/prepared.ts'
import type { NewRow, Row } from '../../db/rows.ts'
import { rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

export const {
  insert: insertAccount,
  change: changeAccount,
  lock: lockAccount,
  remove: removeAccount,
} = rowsOf('model_accounts')

/** An account of an organization. */
export const selectAccount = preparedOne((db, organizationId: string, id: string) =>
  db.selectFrom('model_accounts').selectAll().where('id', '=', id).where('organization_id', '=', organizationId),
)

/** The accounts of an organization, oldest first; never more than `limits.modelAccounts`. */
export const selectAccounts = (db: Db, organizationId: string): Promise<Row<'model_accounts'>[]> =>
  db.selectFrom('model_accounts').selectAll().where('organization_id', '=', organizationId).orderBy('id').execute()

/** The models of the accounts of an organization, in the order in which they are listed. */
export const selectModels = (db: Db, organizationId: string): Promise<Row<'account_models'>[]> =>
  db
    .selectFrom('account_models')
    .innerJoin('model_accounts', 'model_accounts.id', 'account_models.account_id')
    .selectAll('account_models')
    .where('organization_id', '=', organizationId)
    .orderBy('account_id')
    .orderBy('position')
    .execute()

/** A model of one of an organization's accounts. */
export const selectModel = preparedOne((db, organizationId: string, id: string) =>
  db
    .selectFrom('account_models')
    .innerJoin('model_accounts', 'model_accounts.id', 'account_models.account_id')
    .selectAll('account_models')
    .where('account_models.id', '=', id)
    .where('organization_id', '=', organizationId),
)

export async function replaceModels(
  tx: Tx,
  accountId: string,
  models: readonly NewRow<'account_models'>[],
): Promise<void> {
  await tx.deleteFrom('account_models').where('account_id', '=', accountId).execute()
  if (models.length > 0) await tx.insertInto('account_models').values(models).execute()
}

/** The agents of an organization that answer with a model of an account, oldest first. */
export const selectUsers = (db: Db, organizationId: string) =>
  db
    .selectFrom('agents')
    .select(['id', 'model_id', 'model_account_id'])
    .where('organization_id', '=', organizationId)
    .where('model_account_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
