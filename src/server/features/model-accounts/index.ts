import type { Context, Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { orNotFound } from '../../errors.ts'
import type { LocatedOrganization } from '../../http/binding.ts'
import { lockAccount, selectAccount, selectModel } from './queries.ts'

export { modelsOf, modelsWith, storedAccount } from './own-models.ts'
export { selectAccounts, selectModels } from './queries.ts'

/** @throws AppError 404 */
export async function findModelAccount(
  ctx: Context,
  organization: LocatedOrganization,
  id: string,
): Promise<Row<'model_accounts'>> {
  return orNotFound(await selectAccount(ctx.database.read, organization.id, id))
}

/** A model of one of the organization's own accounts; undefined if it has none with this id. */
export const selectOwnModel = (
  db: Db,
  organizationId: string,
  id: string,
): Promise<Row<'account_models'> | undefined> => selectModel(db, organizationId, id)

/**
 * Holds the account of a model that an agent is to be given, so that neither is deleted meanwhile. Call it before the
 * agent is locked, as whoever deletes an account locks that first.
 * @returns the account's id; null for a model of the platform; undefined if the model is gone
 */
export async function holdModel(
  { models }: Pick<Dependencies, 'models'>,
  tx: Tx,
  organizationId: string,
  id: string,
): Promise<string | null | undefined> {
  if (models.find(id)) return null
  const found = await selectModel(tx, organizationId, id)
  if (!found || !(await lockAccount(tx, found.account_id))) return undefined
  return (await selectModel(tx, organizationId, id))?.account_id
}
