import type { Data } from '#contract/index.ts'
import { type ListedModel, listModels } from '../../adapters/models/list-models.ts'
import type { ProviderAccount } from '../../adapters/models/provider-account.ts'
import { type ProviderProblem, problemOf } from '../../adapters/models/provider-problem.ts'
import { tryModel } from '../../adapters/models/try-model.ts'
import { invalid, orNotFound, tooMany } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { noteOutcome, providerAccount, selectAccount, selectModels, storedAccount } from '../own-models/index.ts'
import { bestFirst, PATIENCE_MS } from './look-up.ts'
import { checkBaseUrl, withoutSlash } from './save-account.ts'

type Result = Data<'testModelAccount'>

/** Tests a minute of one organization: each may hold connections for as long as a provider lets it wait. */
const A_MINUTE = 10

/**
 * Lists the models of an account and tries one: the one named, or the first. What is found out about a stored account
 * is kept with it.
 * @throws AppError 429 `rate_limit_exceeded`; 404 for an unknown id; 422 for a model that the account does not have
 */
export const testModelAccount: Verb<'testModelAccount'> = async (ctx, { organization, body }) => {
  const counted = await ctx.rateLimits.consume(`model-test:${organization.id}`, A_MINUTE)
  if (!counted.allowed) throw tooMany(counted, ctx.now())
  const signal = AbortSignal.timeout(PATIENCE_MS)
  if (!('id' in body)) {
    checkBaseUrl(body)
    const { provider, key, base_url = null } = body
    const address = { provider, base_url: base_url && withoutSlash(base_url) }
    return (
      await test(
        providerAccount(ctx, address, () => key),
        undefined,
        signal,
      )
    ).result
  }
  const row = orNotFound(await selectAccount(ctx.database.read, organization.id, body.id))
  const own = (await selectModels(ctx.database.read, organization.id)).filter(({ account_id }) => account_id === row.id)
  if (body.model !== undefined && !own.some(({ slug }) => slug === body.model))
    throw invalid('model', 'names no model of this account')
  const { result, problem } = await test(storedAccount(ctx, row), body.model ?? own[0]?.slug, signal)
  if (problem || result.trial) await noteOutcome(ctx, row, problem)
  return result
}

async function test(
  account: ProviderAccount,
  wished: string | undefined,
  signal: AbortSignal,
): Promise<{ result: Result; problem: ProviderProblem | null }> {
  let listed: ListedModel[] = []
  let asked: 'models' | 'reply' = 'models'
  const answer = (problem: ProviderProblem | null, trial: Result['trial']) => {
    const models = listed.map(({ slug }) => slug)
    const { code, message } = problem ?? { code: null, message: null }
    return { result: { ok: problem === null, code, message, models, trial }, problem }
  }
  try {
    listed = bestFirst(account, await listModels(account, signal))
    const slug = wished ?? listed[0]?.slug
    asked = 'reply'
    return answer(null, slug === undefined ? null : await tryModel(account, slug, signal))
  } catch (error) {
    const problem = problemOf(error, account, asked)
    // Which model is tried before any is chosen is a guess, so it says nothing if that one can't be used.
    if (asked === 'reply' && wished === undefined && problem.code === 'model_not_found') return answer(null, null)
    return answer(problem, null)
  }
}
