import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { flag, text, timestamp, uuid } from './fields.ts'
import { limits, planNames, quotaNames } from './limits.ts'
import { scopeNames } from './scopes.ts'
import { timeZone, workingHours } from './working-hours.ts'

const usage = z.object({ used: z.int(), limit: z.int() })

export const organization = z.object({
  id: uuid,
  name: z.string(),
  plan: z.enum(planNames),
  /** How long closed conversations are kept; null: for ever. */
  retention_days: z.int().nullable(),
  time_zone: z.string(),
  working_hours: workingHours,
  /** Whether responders may teach agents from conversations. */
  responders_teach: z.boolean(),
  usage: z.record(z.enum(quotaNames), usage),
})

export const apiKey = z.object({
  id: uuid,
  name: z.string(),
  scopes: z.array(z.enum(scopeNames)),
  expires_at: timestamp.nullable(),
  last_four: z.string(),
  last_used_at: timestamp.nullable(),
  created_at: timestamp,
})

const futureDate = z.iso.date().refine((date) => Date.parse(date) > Date.now(), 'must be a date in the future')

export const createApiKeyBody = z.object({
  name: text(limits.apiKeyName),
  scopes: z.array(z.enum(scopeNames)).min(1),
  expires_at: z.literal('lifetime').or(futureDate).meta({ description: 'YYYY-MM-DD in the future, or `lifetime`' }),
})

export const updateOrganizationBody = z.object({
  name: text(limits.organizationName).optional(),
  plan: z.enum(planNames).optional(),
  retention_days: z.int().min(limits.retentionDaysMinimum).max(limits.retentionDaysMaximum).nullable().optional(),
  time_zone: timeZone.optional(),
  working_hours: workingHours.optional(),
  responders_teach: flag.optional(),
})

export const organizationEndpoints = defineEndpoints({
  getOrganization: {
    summary: 'Read an organization, its working hours, its plan and what it has used',
    data: organization,
  },
  updateOrganization: {
    summary: 'Change an organization: its name, plan, working hours, and how long closed conversations are kept',
    body: updateOrganizationBody,
    data: organization,
  },
  listApiKeys: { summary: "List an organization's API keys", data: z.array(apiKey) },
  createApiKey: {
    summary: 'Create an API key; it is shown once',
    body: createApiKeyBody,
    data: apiKey.extend({ key: z.string() }),
    secrets: ['key'],
    errors: ['premium_required'],
  },
  revokeApiKey: { summary: 'Revoke an API key' },
})
