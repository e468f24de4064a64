import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { flag, isStorable, text, timestamp, uuid } from './fields.ts'
import { limits } from './limits.ts'

const actionFieldTypes = ['text', 'email', 'phone', 'number'] as const

export const actionSlug = text(limits.actionSlug)

export const actionField = z.object({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be lower-case letters, digits and underscores, starting with a letter'),
  label: text(100),
  type: z.enum(actionFieldTypes),
  required: flag,
})

/** The form (action) that an assistant message asks the visitor to fill in, with the values once it is completed. */
export const messageAction = z.object({
  agent_action_uuid: uuid,
  slug: z.string(),
  name: z.string(),
  fields: z.array(
    z.object({ name: z.string(), label: z.string(), type: z.enum(actionFieldTypes), required: z.boolean() }),
  ),
  status: z.enum(['pending', 'completed']),
  result: z.array(z.record(z.string(), z.json())).nullable(),
})

const fieldMap = z
  .record(z.string(), z.json())
  .refine(isStorable, 'must be valid Unicode text without the character U+0000')

/** What a visitor filled in: values by field name. The last value of a name counts; unknown names are accepted. */
export const actionResult = z.array(fieldMap).min(1).max(100)

export type MessageAction = z.infer<typeof messageAction>

export const actionBody = z.object({
  slug: z
    .string()
    .regex(/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/, 'must be lower-case letters, digits, hyphens and underscores')
    .max(limits.actionSlug),
  name: text(100),
  description: text(1_000),
  fields: z
    .array(actionField)
    .min(1)
    .max(limits.actionFields)
    .superRefine((fields, context) => {
      const seen = new Set<string>()
      fields.forEach((field, index) => {
        if (seen.has(field.name))
          context.addIssue({ code: 'custom', path: [index, 'name'], message: 'is used by another field' })
        seen.add(field.name)
      })
    }),
})

const agentAction = actionBody.extend({ id: uuid, created_at: timestamp, updated_at: timestamp })

export const actionEndpoints = defineEndpoints({
  listActions: { summary: "List an agent's actions", data: z.array(agentAction) },
  createAction: {
    summary: 'Add an action',
    body: actionBody,
    data: agentAction,
    errors: ['subscription_limit_exceeded'],
  },
  updateAction: { summary: 'Change an action', body: actionBody.partial(), data: agentAction },
  deleteAction: { summary: 'Delete an action' },
})
