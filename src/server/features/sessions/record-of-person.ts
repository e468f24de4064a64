import type { AuditAction } from '#contract/audit-actions.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tables.ts'
import { type AuditTarget, recordAudit } from '../audit/index.ts'
import { organizationsOf } from '../organizations/index.ts'

/** Records what somebody did to their own account, in the audit log of each organization that they belong to. */
export async function recordOfPerson(
  ctx: Context,
  tx: Tx,
  userId: string,
  action: AuditAction,
  target: AuditTarget = { type: 'member', id: userId },
): Promise<void> {
  for (const { id: organizationId } of await organizationsOf(tx, userId))
    await recordAudit(ctx, tx, organizationId, action, target, { userId })
}
