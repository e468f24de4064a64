import type { ProviderProblem } from '../../adapters/models/provider-problem.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { emit } from '../../events/emit.ts'
import { outageJob } from './jobs.ts'
import { changeAccount, lockAccount } from './queries.ts'

const TOLD_AFTER_SECONDS = 15 * 60

/** What an account that can be used has in place of an error. */
export const NO_ERROR = { error_code: null, error_message: null, error_since: null } as const

/**
 * Keeps with an account whether it could be used, unless it was changed in the meantime. Problems that follow each
 * other are one outage, of which owners and admins are told once it has lasted for 15 minutes.
 * @param used the account as it was when it was used
 * @param problem null if it answered
 */
export async function noteOutcome(
  deps: Dependencies,
  used: Row<'model_accounts'>,
  problem: ProviderProblem | null,
): Promise<void> {
  const isKnown = problem ? used.status === 'failing' && used.error_code === problem.code : used.status === 'ok'
  if (isKnown && !isUntold(deps, used)) return
  await deps.database.transaction(async (tx) => {
    const account = await lockAccount(tx, used.id)
    if (!account || account.key_secret !== used.key_secret || account.base_url !== used.base_url) return
    if (!problem) await changeAccount(tx, account.id, { ...NO_ERROR, status: 'ok' })
    else {
      const since = account.status === 'failing' ? account.error_since! : deps.now()
      const error = { error_code: problem.code, error_message: problem.message, error_since: since }
      await changeAccount(tx, account.id, { ...error, status: 'failing' })
      const payload = { accountId: account.id, since }
      if (account.status !== 'failing')
        await deps.jobs.send(tx, outageJob, payload, { delaySeconds: TOLD_AFTER_SECONDS })
      else if (isUntold(deps, account)) await deps.jobs.send(tx, outageJob, payload)
    }
    await tellAccount(deps, tx, account)
  })
}

/**
 * Whether an outage should have been told by now and was not: there was no agent then that answers with the account, but
 * one may have been given a model of it since.
 */
const isUntold = (
  { now }: Pick<Dependencies, 'now'>,
  { error_since: since, outage_told }: Pick<Row<'model_accounts'>, 'error_since' | 'outage_told'>,
): boolean => since !== null && outage_told !== since && now() >= since + TOLD_AFTER_SECONDS * 1_000

/** Tells the organization's members that an account is not what it was. */
export const tellAccount = (
  deps: Dependencies,
  tx: Tx,
  { id, organization_id }: Pick<Row<'model_accounts'>, 'id' | 'organization_id'>,
): Promise<void> => emit(deps, tx, organization_id, { type: 'model_account.updated', model_account_id: id })
