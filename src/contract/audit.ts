import { z } from 'zod'
import { auditActions } from './audit-actions.ts'
import { defineEndpoints } from './endpoint.ts'
import { timestamp, uuid } from './fields.ts'
import { pageQuery } from './pagination.ts'

const actorTypes = ['member', 'key', 'system'] as const
export type AuditActorType = (typeof actorTypes)[number]

const targetTypes = [
  'session',
  'member',
  'invitation',
  'api_key',
  'plan',
  'webhook_endpoint',
  'mailbox',
  'model_account',
  'agent',
  'source',
  'conversation',
  'visitor',
  'organization',
] as const
export type AuditTargetType = (typeof targetTypes)[number]

export const auditEntry = z.object({
  id: uuid,
  action: z.enum(auditActions),
  /** Who did it, by the name they had then. */
  actor: z.object({ type: z.enum(actorTypes), id: uuid.nullable(), name: z.string().nullable() }),
  /** By its name at the time. A visitor: by the id the organization gave them, or its SHA-256 hash once erased. */
  target: z.object({ type: z.enum(targetTypes), id: z.string(), name: z.string().nullable() }),
  /** The IP address that the request came from; null if no request caused the action. */
  address: z.string().nullable(),
  /** The names of what a change has changed, without the values; none for other actions. */
  fields: z.array(z.string()),
  created_at: timestamp,
})

const filter = {
  actor: uuid.optional().meta({ description: 'The id of a member or an API key' }),
  action: z.enum(auditActions).optional(),
  from: z.iso.datetime({ offset: true }).optional().meta({ description: 'The first moment' }),
  to: z.iso.datetime({ offset: true }).optional().meta({ description: 'The moment after the last one' }),
}

export const auditEndpoints = defineEndpoints({
  listAuditLog: {
    summary: 'List who did what in an organization, newest first',
    query: z.object({ ...filter, ...pageQuery }),
    data: z.array(auditEntry),
    paginated: true,
  },
  downloadAuditLog: {
    summary: "Download an organization's audit log as a spreadsheet (CSV), newest first",
    query: z.object(filter),
  },
})
