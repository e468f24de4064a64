import { actingUserId } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { AppError } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { recordAudit } from '../audit/index.ts'
import { holdPermission } from '../organizations/index.ts'
import { presentKey } from './presenter.ts'
import { insertKey } from './queries.ts'
import { hashToken, newApiKey } from './token.ts'

/** Creates an API key. Only this answer contains it; the database stores its hash. */
export const createKey: Verb<'createApiKey'> = async (ctx, input) => {
  if (input.organization.plan === 'free') throw new AppError('premium_required')
  const { name, scopes, expires_at } = input.body
  const key = newApiKey()
  const row = {
    id: newId(),
    organization_id: input.organization.id,
    user_id: actingUserId(ctx),
    name,
    scopes: JSON.stringify([...new Set(scopes)]),
    key_hash: hashToken(key),
    last_four: key.slice(-4),
    expires_at: expires_at === 'lifetime' ? null : Date.parse(expires_at),
    last_used_at: null,
    revoked_at: null,
    created_at: ctx.now(),
  }
  return ctx.database.transaction(async (tx) => {
    await holdPermission(ctx, tx, row.organization_id)
    await insertKey(tx, row)
    const target = { type: 'api_key' as const, id: row.id, name }
    await recordAudit(ctx, tx, row.organization_id, 'api_key.created', target)
    return ctx.answer(tx, { ...presentKey(row), key })
  })
}
