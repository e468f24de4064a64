import type { AuditTargetType } from '#contract/audit.ts'
import type { AuditAction } from '#contract/audit-actions.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { insertEntry, selectKeyName, selectMemberName } from './queries.ts'

/** What something was done to. `name`: what people call it, unless it has none. */
export interface AuditTarget {
  type: AuditTargetType
  id: string
  name?: string | null
}

interface Details {
  /** The names of the fields that were changed, as `changedFields` finds them. Their values are not kept. */
  fields?: readonly string[]
  /** The person who acts, if the request came without a session: somebody who signs in or accepts an invitation. */
  userId?: string
}

/**
 * Writes who did what into the organization's audit log. Call it in the transaction that makes the change, so that
 * there is neither a change without its entry nor an entry without its change.
 * @throws Error if the contract does not say of the route that it records this action; if the request comes from nobody
 * known, or from a visitor, and `userId` is not given
 */
export async function recordAudit(
  ctx: Context,
  tx: Tx,
  organizationId: string,
  action: AuditAction,
  target: AuditTarget,
  { fields = [], userId }: Details = {},
): Promise<void> {
  if (ctx.audit !== undefined && !ctx.audit.includes(action)) throw new Error(`The route does not name ${action}.`)
  await insertEntry(tx, {
    id: newId(),
    organization_id: organizationId,
    action,
    ...(await actorOf(ctx, tx, userId)),
    target_type: target.type,
    target_id: target.id,
    target_name: target.name ?? null,
    address: ctx.actor.kind === 'system' ? null : ctx.ip,
    fields: fields.length > 0 ? JSON.stringify(fields) : null,
    created_at: ctx.now(),
  })
}

type ActorColumns = Pick<Row<'audit_entries'>, 'actor_type' | 'actor_id' | 'actor_name'>

async function actorOf({ actor }: Context, tx: Tx, userId: string | undefined): Promise<ActorColumns> {
  if (userId !== undefined) return memberColumns(tx, userId)
  switch (actor.kind) {
    case 'session':
      return memberColumns(tx, actor.userId)
    case 'api_key':
      return { actor_type: 'key', actor_id: actor.keyId, actor_name: await selectKeyName(tx, actor.keyId) }
    case 'system':
      return { actor_type: 'system', actor_id: null, actor_name: null }
    case 'anonymous':
    case 'visitor':
      throw new Error('Nobody is known to do what is to be recorded.')
  }
}

async function memberColumns(tx: Tx, userId: string): Promise<ActorColumns> {
  return { actor_type: 'member', actor_id: userId, actor_name: await selectMemberName(tx, userId) }
}
