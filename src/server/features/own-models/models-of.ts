import { ANSWER_BYTES, baseUrlOf, type Models, type OwnModel } from '../../adapters/models/catalogue.ts'
import type { ProviderAccount } from '../../adapters/models/provider-account.ts'
import { problemOf } from '../../adapters/models/provider-problem.ts'
import { createProviderFetch } from '../../adapters/outbound/provider-fetch.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { noteOutcome } from './note-outcome.ts'
import { selectAccounts, selectModels } from './queries.ts'

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
