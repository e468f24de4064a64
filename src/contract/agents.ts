import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { answerThresholds, handOverModes, identityModes, verifications } from './enums.ts'
import { flag, text, timestamp, uuid } from './fields.ts'
import { limits } from './limits.ts'
import { pageQuery } from './pagination.ts'
import { widgetSettings, widgetSettingsBody } from './widget-settings.ts'

export const agent = z.object({
  id: uuid,
  name: z.string(),
  description: z.string(),
  model: z.object({ id: uuid, name: z.string(), slug: z.string() }),
  human_intervention: z.boolean(),
  only_human: z.boolean(),
  is_disabled: z.boolean(),
  disabled_reason: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
})

/** An agent with counts of its open work and of its sources; for the dashboard. */
const fullAgent = agent.extend({
  counts: z.object({
    /** Conversations whose visitors wait for a person. */
    waiting: z.int(),
    open: z.int(),
    /** Its open gaps: what visitors asked and it did not know. */
    gaps: z.int(),
    sources: z.int(),
    last_activity_at: timestamp.nullable(),
  }),
})

export const createAgentBody = z.object({
  name: text(limits.agentName),
  description: text(limits.agentDescription, 0).optional(),
  id: uuid.optional().meta({ description: 'AI model; the first non-premium one when omitted' }),
})

export const updateAgentBody = z
  .object({
    name: text(limits.agentName).optional(),
    description: text(limits.agentDescription, 0).optional(),
    model_id: uuid.optional().meta({ description: 'AI model' }),
    id: uuid.optional().meta({ description: 'The same as `model_id`, as on create' }),
    human_intervention: flag.optional(),
    only_human: flag.optional(),
  })
  .superRefine((body, context) => {
    if (body.id && body.model_id && body.id.toLowerCase() !== body.model_id.toLowerCase())
      context.addIssue({ code: 'custom', path: ['model_id'], message: 'differs from id; send one of them' })
  })

const agentSettings = z.object({
  is_disabled: z.boolean(),
  disabled_reason: z.string().nullable(),
  instructions: z.string(),
  greeting: z.string(),
  identity_mode: z.enum(identityModes),
  threshold: z.enum(answerThresholds),
  /** How replies of a provider's model are held to what it was given. */
  verification: z.enum(verifications),
  /** What the AI does on a website when it does not know, where people can take over; elsewhere it hands over at once. */
  hand_over: z.enum(handOverModes),
  /** After how many hours without news a website's conversation with the AI is closed; null: never. */
  close_quiet_hours: z.int().nullable(),
  /**
   * The mailbox from which visitors who have left a website's chat get by mail what people answer there; null: none. It
   * becomes null when the mailbox is deleted.
   */
  continuity_mailbox_id: uuid.nullable(),
  /** Whether checks run a minute after sources change; a run for which a provider would be paid is stored as `skipped`. */
  checks_after_training: z.boolean(),
  ...widgetSettings.shape,
})

export const agentSettingsBody = z.object({
  is_disabled: flag.optional(),
  disabled_reason: text(limits.disabledReason, 0).nullable().optional(),
  instructions: text(limits.agentInstructions, 0).optional(),
  greeting: text(limits.agentGreeting).optional(),
  identity_mode: z.enum(identityModes).optional(),
  threshold: z.enum(answerThresholds).optional(),
  verification: z.enum(verifications).optional(),
  hand_over: z.enum(handOverModes).optional(),
  close_quiet_hours: z
    .int()
    .min(1, 'must be at least 1')
    .max(limits.closeQuietHours, `must be at most ${limits.closeQuietHours}`)
    .nullable()
    .optional(),
  continuity_mailbox_id: uuid.nullable().optional().meta({ description: "One of the organization's; null: none" }),
  checks_after_training: flag.optional(),
  ...widgetSettingsBody.shape,
})

/** When pages of an origin last asked for the chat, to within a minute. */
const sighting = z.object({ origin: z.string(), seen_at: timestamp })

const agentList = {
  query: z.object({ status: z.enum(['active', 'disabled']).optional(), id: uuid.optional(), ...pageQuery }),
  paginated: true,
} as const

export const agentEndpoints = defineEndpoints({
  listAgents: { summary: "List an organization's agents, newest first", ...agentList, data: z.array(agent) },
  listFullAgents: {
    summary: "List an organization's agents with what waits in each and what it knows, newest first",
    ...agentList,
    data: z.array(fullAgent),
  },
  createAgent: { summary: 'Create an agent', body: createAgentBody, data: agent, errors: ['premium_plan_required'] },
  getAgent: { summary: 'Read an agent', data: agent },
  updateAgent: {
    summary: 'Update an agent; send only what changes',
    body: updateAgentBody,
    data: agent,
    errors: ['premium_plan_required', 'agent_unavailable'],
  },
  deleteAgent: { summary: 'Delete an agent' },
  getAgentSettings: { summary: "Read an agent's settings", data: agentSettings },
  updateAgentSettings: {
    summary: "Change an agent's settings; disable or enable it",
    body: agentSettingsBody,
    data: agentSettings,
  },
  putLogo: {
    summary: "Show an image as the agent's logo; it is drawn again, 128 pixels wide or high at most",
    multipart: z.object({
      /** PNG, JPEG or WebP in RGB or grey, not animated, at most 4,096 pixels wide and high. */
      file: z.file().max(limits.logoBytes, 'must be at most 200 kB'),
    }),
    data: agentSettings,
  },
  removeLogo: { summary: "Show the agent's initials instead of a logo" },
  getWidgetSightings: {
    summary: 'On which websites the chat was seen, and on which it was refused, newest first',
    data: z.object({ seen: z.array(sighting), refused: z.array(sighting) }),
  },
  createIdentitySecret: {
    summary: "Replace the secret that signs visitors' identity tokens; shown once",
    data: z.object({ secret: z.string() }),
    secrets: ['secret'],
  },
})
