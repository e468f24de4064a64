import { defaultGreeting } from '#contract/greetings.ts'
import { newId } from '../../db/ids.ts'
import { emit } from '../../events/emit.ts'
import type { Verb } from '../../http/binding.ts'
import { modelsWith } from '../own-models/index.ts'
import { choosableModel, modelColumns } from './choosable-model.ts'
import { countAgent } from './counts.ts'
import { presentAgent } from './presenter.ts'
import { insertAgent } from './queries.ts'

export const createAgent: Verb<'createAgent'> = async (ctx, input) => {
  const { organization, body } = input
  const asking = { ...organization, organization_id: organization.id }
  const model = body.id ? await choosableModel(ctx, asking, body.id, 'id') : ctx.models.defaultModel
  const now = ctx.now()
  const fields = {
    id: newId(),
    organization_id: organization.id,
    name: body.name,
    description: body.description ?? '',
    human_intervention: 0 as const,
    only_human: 0 as const,
    is_disabled: 0 as const,
    disabled_reason: null,
    instructions: '',
    greeting: defaultGreeting,
    identity_mode: 'off' as const,
    identity_secret: null,
    knowledge_version: 0,
    threshold: 'balanced' as const,
    verification: 'strict' as const,
    hand_over: 'offer' as const,
    close_quiet_hours: 24,
    continuity_mailbox_id: null,
    checks_after_training: 1 as const,
    checks_due_at: null,
    widget: null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }
  return ctx.database.transaction(async (tx) => {
    const row = { ...fields, ...(await modelColumns(ctx, tx, organization.id, model.id, 'id')) }
    await insertAgent(tx, row)
    await countAgent(tx, row, 1)
    await emit(ctx, tx, organization.id, { type: 'agent.created', agent_id: row.id })
    return ctx.answer(tx, presentAgent(await modelsWith(ctx, row, row.model_id, tx), row))
  })
}
