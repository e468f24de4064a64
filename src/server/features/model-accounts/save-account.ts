import { limits } from '#contract/limits.ts'
import { providerNames } from '#contract/model-enums.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { NewRow, Row, RowChanges } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { AppError, invalid, orNotFound } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { giveModel } from '../agents/index.ts'
import { changedFields, recordAudit } from '../audit/index.ts'
import { holdPermission } from '../organizations/index.ts'
import {
  changeAccount,
  insertAccount,
  keyPlace,
  lockAccount,
  NO_ERROR,
  providerAccount,
  removeAccount,
  replaceModels,
  selectAccounts,
  selectModels,
  selectUsers,
  storedAccount,
  tellAccount,
} from '../own-models/index.ts'
import { lookUp, modelRows } from './look-up.ts'
import { type AccountParts, accountTarget, presentAccount } from './presenter.ts'

/** A key that is shorter shows none of its characters. */
const SHORTEST_SHOWN_IN_PART = 16

export const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

/** @throws AppError 422 on `base_url` where one is missing, or where the provider's own is known */
export function checkBaseUrl({ provider, base_url }: { provider: string; base_url?: string | undefined }): void {
  if (provider === 'openai_compatible' && base_url === undefined) throw invalid('base_url', 'is required')
  if (provider !== 'openai_compatible' && base_url !== undefined)
    throw invalid('base_url', 'is for OpenAI-compatible servers only')
}

/** Adds an account, once its provider has told its models. */
export const createModelAccount: Verb<'createModelAccount'> = async (ctx, { organization, body }) => {
  const { provider, key, base_url } = body
  checkBaseUrl(body)
  const id = newId()
  const address = { provider, base_url: base_url === undefined ? null : withoutSlash(base_url) }
  const listed = await lookUp(providerAccount(ctx, address, () => key))
  const models = modelRows({ id, provider }, listed, body.models)
  return ctx.database.transaction(async (tx) => {
    await holdPermission(ctx, tx, organization.id) // locks the organization, so that two requests can't pass the limit
    if ((await selectAccounts(tx, organization.id)).length >= limits.modelAccounts)
      throw new AppError('subscription_limit_exceeded', {
        message: `An organization has at most ${limits.modelAccounts} accounts.`,
      })
    const row: Row<'model_accounts'> = {
      ...{ id, organization_id: organization.id, ...address, name: body.name ?? providerNames[provider] },
      ...sealed(ctx, id, key),
      ...{ status: 'unchecked', ...NO_ERROR, outage_told: null, created_at: ctx.now() },
    }
    await insertAccount(tx, row)
    await replaceModels(tx, id, models)
    await recordAudit(ctx, tx, organization.id, 'model_account.created', accountTarget(row))
    await tellAccount(ctx, tx, row)
    return ctx.answer(tx, presentAccount(row, await partsOf(tx, row), organization.role))
  })
}

const sealed = ({ secrets }: Context, id: string, key: string) => ({
  key_secret: secrets.seal(key, keyPlace(id)),
  key_last_four: key.length < SHORTEST_SHOWN_IN_PART ? '' : key.slice(-4),
})

/** @throws AppError 422 on `key` where another address is given without it, as the stored one would go there */
export const updateModelAccount: Verb<'updateModelAccount'> = async (ctx, { organization, account, body }) => {
  const { key, models: slugs } = body
  const base_url = body.base_url === undefined ? account.base_url : withoutSlash(body.base_url)
  if (body.base_url !== undefined) checkBaseUrl({ ...account, base_url: body.base_url })
  if (base_url !== account.base_url && key === undefined)
    throw invalid('key', 'is required, as the stored key belongs to another address')
  const asked = { ...account, base_url }
  const provider = key === undefined ? storedAccount(ctx, asked) : providerAccount(ctx, asked, () => key)
  const isLookedUp = key !== undefined || slugs !== undefined
  const listed = isLookedUp ? await lookUp(provider) : []
  return ctx.database.transaction(async (tx) => {
    const row = await holdAccount(ctx, tx, account)
    // The look-up took a while, in which somebody else may have changed where the key goes.
    if (row.key_secret !== account.key_secret || row.base_url !== account.base_url)
      throw new AppError('validation_failed', { message: 'Somebody else has just changed this account. Try again.' })
    const changes: RowChanges<'model_accounts'> = {
      ...(body.name !== undefined && { name: body.name }),
      ...(key !== undefined && { base_url, ...sealed(ctx, row.id, key), status: 'unchecked' as const, ...NO_ERROR }),
    }
    const after = { ...row, ...changes } as Row<'model_accounts'>
    if (Object.keys(changes).length > 0) await changeAccount(tx, row.id, changes)
    if (slugs) {
      const models = modelRows(row, listed, slugs)
      await takeFromAgents(ctx, tx, row, models)
      await replaceModels(tx, row.id, models)
    }
    if (slugs || Object.keys(changes).length > 0) {
      const target = accountTarget(after)
      const { models, ...others } = body
      const fields = [...changedFields({ ...row, key: '' }, others), ...(models ? ['models'] : [])]
      await recordAudit(ctx, tx, organization.id, 'model_account.changed', target, { fields })
      await tellAccount(ctx, tx, after)
    }
    return presentAccount(after, await partsOf(tx, after), organization.role)
  })
}

/** Deletes an account with its key. Agents that answered with it get the default model. */
export const deleteModelAccount: Verb<'deleteModelAccount'> = async (ctx, { organization, account }) => {
  await ctx.database.transaction(async (tx) => {
    const row = await holdAccount(ctx, tx, account)
    await takeFromAgents(ctx, tx, row, [])
    await removeAccount(tx, row.id)
    await recordAudit(ctx, tx, organization.id, 'model_account.deleted', accountTarget(row))
    await tellAccount(ctx, tx, row)
  })
}

/** Locks an account that the caller may still change. @throws AppError 404 if it was deleted in the meantime */
async function holdAccount(ctx: Context, tx: Tx, { id, organization_id }: Row<'model_accounts'>) {
  await holdPermission(ctx, tx, organization_id)
  return orNotFound(await lockAccount(tx, id))
}

/** Gives the default model to the agents whose model the account no longer has. */
async function takeFromAgents(
  ctx: Context,
  tx: Tx,
  { id, organization_id }: Row<'model_accounts'>,
  kept: readonly Pick<NewRow<'account_models'>, 'id'>[],
): Promise<void> {
  for (const agent of await selectUsers(tx, organization_id))
    if (agent.model_account_id === id && !kept.some((model) => model.id === agent.model_id))
      await giveModel(ctx, tx, agent.id, ctx.models.defaultModel.id)
}

/** An account's models, and how many agents use it. */
export async function partsOf(db: Db, { id, organization_id }: Row<'model_accounts'>): Promise<AccountParts> {
  const [models, users] = [await selectModels(db, organization_id), await selectUsers(db, organization_id)]
  return {
    models: models.filter(({ account_id }) => account_id === id),
    usedBy: users.filter(({ model_account_id }) => model_account_id === id).length,
  }
}
