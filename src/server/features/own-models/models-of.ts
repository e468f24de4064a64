import { ANSWER_BYTES, baseUrlOf, type Models, type OwnModel } from '../../adapters/models/catalogue.ts'
import type { ProviderAccount } from '../../adapters/models/provider-account.ts'
import { type ProviderProblem, problemOf } from '../../adapters/models/provider-problem.ts'
import { createProviderFetch } from '../../adapters/outbound/provider-fetch.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { emit } from '../../events/emit.ts'
import { outageJob } from './jobs.ts'
import { changeAccount, lockAccount, selectAccounts, selectModels } from './queries.ts'

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

/** A key is sealed for this place. */
export const keyPlace = (id: string) => ({ table: 'model_accounts', column: 'key_secret', row: id })

/**
 * An account as its provider is asked by it. Addresses that people type are reached as those of websites are; only the
 * operator's own gateway may be anywhere.
 * @param key gives the key in clear
 */
export function providerAccount(
  { config, outbound }: Pick<Dependencies, 'config' | 'outbound'>,
  { provider, base_url }: Pick<Row<'model_accounts'>, 'provider' | 'base_url'>,
  key: () => string,
): ProviderAccount {
  const isGateway = provider !== 'openai_compatible' && config.models.baseUrls?.[provider] !== undefined
  return {
    provider,
    baseUrl: provider === 'openai_compatible' ? (base_url ?? '') : baseUrlOf(config.models, provider),
    key,
    fetch: isGateway ? createProviderFetch(ANSWER_BYTES) : createProviderFetch(ANSWER_BYTES, outbound.stream),
  }
}

/** A stored account, whose key is read when it is used. */
export const storedAccount = (
  deps: Pick<Dependencies, 'config' | 'outbound' | 'secrets'>,
  row: Row<'model_accounts'>,
): ProviderAccount => providerAccount(deps, row, () => deps.secrets.open(row.key_secret, keyPlace(row.id)))

/** The platform's models, and those of an organization's own accounts. */
export async function modelsOf(
  deps: Dependencies,
  organizationId: string,
  db: Db = deps.database.read,
): Promise<Models> {
  const accounts = await selectAccounts(db, organizationId)
  if (accounts.length === 0) return deps.models
  const models = await selectModels(db, organizationId)
  return deps.models.including(
    accounts.flatMap((row): OwnModel[] => {
      const account = storedAccount(deps, row)
      const heard = (error?: unknown) => hear(deps, row, account, error)
      return models
        .filter(({ account_id }) => account_id === row.id)
        .map(({ id, slug, name }) => ({ model: { id, slug, name, is_premium: false }, account, heard }))
    }),
  )
}

/** The models among which is the one with an id, if the organization has it: the platform's need no query. */
export const modelsWith = async (
  deps: Dependencies,
  { organization_id }: Pick<Row<'agents'>, 'organization_id'>,
  modelId: string,
  db?: Db,
): Promise<Models> => (deps.models.find(modelId) ? deps.models : modelsOf(deps, organization_id, db))

/** Notes that a model has answered or not. What its provider wrote is not logged, as the key may stand in it. */
async function hear(
  deps: Dependencies,
  row: Row<'model_accounts'>,
  account: ProviderAccount,
  error: unknown,
): Promise<void> {
  const problem = error === undefined ? null : problemOf(error, account)
  const details = { model_account: row.id, problem: problem?.code }
  if (problem) deps.log.warn(details, 'a model of an own account failed; the built-in one answers in its place')
  try {
    await noteOutcome(deps, row, problem)
  } catch (failure) {
    deps.log.error({ err: failure, ...details }, 'what became of a model account could not be stored')
  }
}
