import type { Data } from '#contract/index.ts'
import type { Models } from '../../adapters/models/catalogue.ts'
import type { Row } from '../../db/rows.ts'
import { isoTime, isoTimeOrNull } from '../../db/time.ts'
import type { FullAgent } from './queries.ts'
import { widgetOf } from './widget-settings.ts'

export function presentAgent(models: Models, row: Row<'agents'>): Data<'getAgent'> {
  // If the operator has removed the agent's model, the default model answers instead, and so is shown.
  const model = models.find(row.model_id) ?? models.defaultModel
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    model: { id: model.id, name: model.name, slug: model.slug },
    human_intervention: row.human_intervention === 1,
    only_human: row.only_human === 1,
    is_disabled: row.is_disabled === 1,
    disabled_reason: row.disabled_reason,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  }
}

/** An agent with its totals, each the sum of the counters whose names match a pattern. */
export function presentFullAgent(models: Models, { totals, last_activity_at, ...row }: FullAgent) {
  const sum = (name: RegExp) =>
    Object.entries(totals).reduce((all, [counter, value]) => all + (name.test(counter) ? value : 0), 0)
  return {
    ...presentAgent(models, row),
    counts: {
      waiting: sum(/^waiting$/),
      open: sum(/^conversations:open:/),
      gaps: sum(/^gaps:open$/),
      sources: sum(/^sources:/),
      last_activity_at: isoTimeOrNull(last_activity_at),
    },
  }
}

export function presentSettings(row: Row<'agents'>): Data<'getAgentSettings'> {
  return {
    is_disabled: row.is_disabled === 1,
    disabled_reason: row.disabled_reason,
    instructions: row.instructions,
    greeting: row.greeting,
    identity_mode: row.identity_mode,
    threshold: row.threshold,
    verification: row.verification,
    hand_over: row.hand_over,
    close_quiet_hours: row.close_quiet_hours,
    continuity_mailbox_id: row.continuity_mailbox_id,
    checks_after_training: row.checks_after_training === 1,
    ...widgetOf(row),
  }
}
