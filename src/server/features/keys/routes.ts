import type { z } from 'zod'
import type { apiKey } from '#contract/organizations.ts'
import { actingUserId, type Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { isoTime, isoTimeOrNull } from '../../db/time.ts'
import { AppError } from '../../errors.ts'
import type { Bindings, Verb } from '../../http/binding.ts'
import { recordAudit } from '../audit/index.ts'
import { holdPermission } from '../organizations/index.ts'
import { insertKey, markKeyRevoked, markKeysRevoked, selectKeys } from './queries.ts'
import { hashToken, newApiKey } from './token.ts'

const presentKey = (row: Row<'api_keys'>): z.infer<typeof apiKey> => ({
  id: row.id,
  name: row.name,
  scopes: JSON.parse(row.scopes),
  expires_at: isoTimeOrNull(row.expires_at),
  last_four: row.last_four,
  last_used_at: isoTimeOrNull(row.last_used_at),
  created_at: isoTime(row.created_at),
})

/** Creates an API key. Only this answer contains it; the database stores its hash. */
const createKey: Verb<'createApiKey'> = async (ctx, input) => {
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
    await recordAudit(ctx, tx, { organizationId: row.organization_id, action: 'api_key.created', target })
    return ctx.answer(tx, { ...presentKey(row), key })
  })
}

async function revokeKey(ctx: Context, { key }: { key: Row<'api_keys'> }): Promise<undefined> {
  await ctx.database.transaction(async (tx) => {
    const revoked = await markKeyRevoked(tx, key.id, ctx.now())
    if (revoked) await record(ctx, tx, revoked)
  })
}

/** Revokes, for good, the keys that somebody has made for an organization. */
export async function revokeKeysOf(ctx: Context, tx: Tx, organizationId: string, userId: string): Promise<void> {
  for (const key of await markKeysRevoked(tx, organizationId, userId, ctx.now())) await record(ctx, tx, key)
}

const record = (ctx: Context, tx: Tx, { id, name, organization_id }: Row<'api_keys'>) =>
  recordAudit(ctx, tx, {
    organizationId: organization_id,
    action: 'api_key.revoked',
    target: { type: 'api_key', id, name },
  })

export const keyRoutes = {
  listApiKeys: {
    run: async (ctx, { organization }) => (await selectKeys(ctx.database.read, organization.id)).map(presentKey),
  },
  createApiKey: { run: createKey },
  revokeApiKey: { run: revokeKey },
} satisfies Partial<Bindings>
