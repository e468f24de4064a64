import type { Data } from '#contract/index.ts'
import type { Context, PostContext } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { VerbInput, VerbResult } from '../../http/binding.ts'
import { newToken } from '../keys/index.ts'
import { holdPermission } from '../organizations/index.ts'
import { presentSettings } from './presenter.ts'
import { changeAgentRow, flag } from './update-agent.ts'
import { changedWidget } from './widget-settings.ts'

/** Changes an agent's settings. Enabling it also clears the reason for which it was disabled. */
export async function updateSettings(
  ctx: Context,
  input: VerbInput<'updateAgentSettings'>,
): Promise<Data<'updateAgentSettings'>> {
  const { is_disabled, disabled_reason, instructions, greeting, identity_mode, threshold, ...others } = input.body
  const { checks_after_training, hand_over, close_quiet_hours, ...widget } = others
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
      hand_over,
      close_quiet_hours,
      checks_after_training: flag(checks_after_training),
      widget: changedWidget(agent, widget),
    }
  }
  const row = await ctx.database.transaction((tx) =>
    changeAgentRow(ctx, tx, input.agent.id, decide, 'agent.settings_changed'),
  )
  return presentSettings(row)
}

/** Replaces (rotates) the agent's identity secret. Only this answer ever shows it. */
export async function createIdentitySecret(
  ctx: PostContext,
  input: VerbInput<'createIdentitySecret'>,
): Promise<VerbResult<'createIdentitySecret'>> {
  const secret = newToken()
  return ctx.database.transaction(async (tx) => {
    await holdPermission(ctx, tx, input.agent.organization_id)
    await changeAgentRow(ctx, tx, input.agent.id, () => ({ identity_secret: secret }), 'identity_secret.created')
    return ctx.answer(tx, { secret })
  })
}
