import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { invalid } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { newToken } from '../keys/index.ts'
import { holdPermission } from '../organizations/index.ts'
import { changeAgentRow } from './change-agent-row.ts'
import { presentSettings } from './presenter.ts'
import { hasMailbox } from './queries.ts'
import { flag } from './update-agent.ts'
import { changedWidget } from './widget-settings.ts'

/**
 * Changes an agent's settings. Enabling it also clears the reason for which it was disabled.
 * @throws AppError 422 on `continuity_mailbox_id` if it names no mailbox of the organization
 */
export const updateSettings: Verb<'updateAgentSettings'> = async (ctx, input) => {
  const { is_disabled, disabled_reason, instructions, greeting, identity_mode, threshold, ...others } = input.body
  const { checks_after_training, hand_over, verification, close_quiet_hours, continuity_mailbox_id, ...widget } = others
  const decide = (agent: Row<'agents'>) => {
    const willBeDisabled = is_disabled ?? agent.is_disabled === 1
    const given = disabled_reason || (disabled_reason === undefined ? undefined : null)
    const reason = willBeDisabled ? given : agent.disabled_reason === null ? undefined : null
    return {
      is_disabled: flag(is_disabled),
      disabled_reason: reason,
      instructions,
      greeting,
      identity_mode,
      threshold,
      verification,
      hand_over,
      close_quiet_hours,
      continuity_mailbox_id,
      checks_after_training: flag(checks_after_training),
      widget: changedWidget(agent, widget),
    }
  }
  const row = await ctx.database.transaction(async (tx) => {
    if (continuity_mailbox_id) await assertMailbox(ctx, tx, input.agent, continuity_mailbox_id)
    return changeAgentRow(ctx, tx, input.agent.id, decide, 'agent.settings_changed')
  })
  return presentSettings(row)
}

/** @throws AppError 422 if the agent's organization has no such mailbox */
async function assertMailbox(ctx: Context, tx: Tx, agent: Row<'agents'>, id: string): Promise<void> {
  await holdPermission(ctx, tx, agent.organization_id) // so that nobody deletes it meanwhile
  if (!(await hasMailbox(tx, agent.organization_id, id)))
    throw invalid('continuity_mailbox_id', 'names no mailbox of this organization')
}

/** Replaces (rotates) the agent's identity secret. Only this answer ever shows it. */
export const createIdentitySecret: Verb<'createIdentitySecret'> = async (ctx, input) => {
  const secret = newToken()
  return ctx.database.transaction(async (tx) => {
    await holdPermission(ctx, tx, input.agent.organization_id)
    await changeAgentRow(ctx, tx, input.agent.id, () => ({ identity_secret: secret }), 'identity_secret.created')
    return ctx.answer(tx, { secret })
  })
}
