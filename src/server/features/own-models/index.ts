import type { Dependencies } from '../../context.ts'
import type { Tx } from '../../db/tables.ts'
import { orNotFound } from '../../errors.ts'
import type { Locator } from '../../http/binding.ts'
import { lockAccount, selectAccount, selectModel } from './queries.ts'

export { keyPlace, modelsOf, modelsWith, providerAccount, storedAccount } from './models-of.ts'
export { NO_ERROR, noteOutcome, tellAccount } from './note-outcome.ts'
export {
  changeAccount,
  insertAccount,
  lockAccount,
  removeAccount,
  replaceModels,
  selectAccount,
  selectAccounts,
  selectModels,
  selectUsers,
} from './queries.ts'

/** @throws AppError 404 */
export const findModelAccount: Locator<'account'> = async (ctx, id, { organization }) =>
  orNotFound(await selectAccount(ctx.database.read, organization.id, id))

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
