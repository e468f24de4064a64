import { v5 as uuidV5 } from 'uuid'
import { limits } from '#contract/limits.ts'
import { defaultSlugs } from '../../adapters/models/catalogue.ts'
import { type ListedModel, listModels } from '../../adapters/models/list-models.ts'
import type { ProviderAccount } from '../../adapters/models/provider-account.ts'
import { problemOf } from '../../adapters/models/provider-problem.ts'
import type { NewRow } from '../../db/rows.ts'
import { AppError, invalid } from '../../errors.ts'

/** Milliseconds for whatever a provider is asked by one request of a member. */
export const PATIENCE_MS = 20_000

/** What is wrong with an address rather than with a key. */
const OF_ADDRESS = [
  'host_not_found',
  'address_forbidden',
  'connection_refused',
  'certificate_invalid',
  'not_compatible',
]

/**
 * The models of an account that can answer, as its provider lists them.
 * @throws AppError 422 on `key` or `base_url`, whose message begins with the name of the problem and a colon
 */
export async function lookUp(account: ProviderAccount): Promise<ListedModel[]> {
  try {
    return await listModels(account, AbortSignal.timeout(PATIENCE_MS))
  } catch (error) {
    const { code, message } = problemOf(error, account, 'models')
    const field = account.provider === 'openai_compatible' && OF_ADDRESS.includes(code) ? 'base_url' : 'key'
    throw new AppError('validation_failed', { details: [{ field, message: `${code}: ${message}` }] })
  }
}

/** Those first that Baton knows, as a provider's list may be long and begin with anything. */
export function bestFirst({ provider }: Pick<ProviderAccount, 'provider'>, models: readonly ListedModel[]) {
  const known = provider === 'openai_compatible' ? [] : defaultSlugs[provider]
  return models.toSorted((one, other) => Number(known.includes(other.slug)) - Number(known.includes(one.slug)))
}

/**
 * The rows of an account's models.
 * @param slugs those wished for; undefined for the first that the provider lists
 * @throws AppError 422 on `models` for one that it does not list
 */
export function modelRows(
  account: Pick<ProviderAccount, 'provider'> & { id: string },
  listed: readonly ListedModel[],
  slugs: readonly string[] | undefined,
): NewRow<'account_models'>[] {
  const wished = slugs ?? bestFirst(account, listed).map(({ slug }) => slug)
  return wished.slice(0, limits.accountModels).map((slug, position) => {
    const found = listed.find((model) => model.slug === slug)
    if (!found) throw invalid(`models.${position}`, 'names no model that the provider lists for this key')
    const { name, contextLength, callsTools } = found
    return {
      id: uuidV5(slug, account.id),
      ...{ account_id: account.id, slug, name, position, context_length: contextLength },
      calls_tools: callsTools === null ? null : callsTools ? 1 : 0,
    }
  })
}
