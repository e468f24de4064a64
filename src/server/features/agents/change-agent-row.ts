import type { Context } from '../../context.ts'
import type { Row, RowChanges } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { orNotFound } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import { changedFields, recordAudit } from '../audit/index.ts'
import { countAgent } from './counts.ts'
import { changeAgent, lockAgent } from './queries.ts'
import { widgetOf } from './widget-settings.ts'

/**
 * Changes a locked agent, its totals and the audit log, and emits an event. `decide` gets the row and returns the
 * columns; if all are undefined, nothing is written, not even `updated_at`.
 * @throws AppError 404 if it is deleted; what `decide` throws
 */
export async function changeAgentRow(
  ctx: Context,
  tx: Tx,
  id: string,
  decide: (agent: Row<'agents'>) => RowChanges<'agents'>,
  action: 'agent.settings_changed' | 'identity_secret.created',
): Promise<Row<'agents'>> {
  const before = orNotFound(await lockAgent(tx, id))
  const changes = Object.fromEntries(Object.entries(decide(before)).filter(([, value]) => value !== undefined))
  if (Object.keys(changes).length === 0) return before
  const after: Row<'agents'> = { ...before, ...changes, updated_at: ctx.now() }
  await changeAgent(tx, id, { ...changes, updated_at: after.updated_at })
  if (before.is_disabled !== after.is_disabled || before.model_id !== after.model_id) {
    await countAgent(tx, before, -1)
    await countAgent(tx, after, 1)
  }
  const fields = settingsChanged(before, after)
  const target = { type: 'agent' as const, id, name: after.name }
  if (fields.length > 0) await recordAudit(ctx, tx, after.organization_id, action, target, { fields })
  await emit(ctx, tx, after.organization_id, { type: 'agent.updated', agent_id: id })
  return after
}

/** The names of the settings that differ: those of its chat by theirs, and the columns of its model as one. */
function settingsChanged(before: Row<'agents'>, after: Row<'agents'>): string[] {
  const { widget: _, updated_at: __, ...columns } = after
  const names = changedFields(before, columns).map((name) => (/^model_/.test(name) ? 'model' : name))
  return [...new Set(names), ...changedFields(chatOf(before), chatOf(after))]
}

function chatOf(agent: Row<'agents'>): object {
  const { appearance, ...rest } = widgetOf(agent)
  return { ...rest, ...appearance }
}

/** Gives an agent a model of the platform in place of one that its organization no longer has. */
export async function giveModel(ctx: Context, tx: Tx, id: string, modelId: string): Promise<void> {
  const columns = () => ({ model_id: modelId, model_account_id: null })
  await changeAgentRow(ctx, tx, id, columns, 'agent.settings_changed')
}
