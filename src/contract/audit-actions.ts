/** What the audit log records. Each word says what was changed, and how. */
export const auditActions = [
  'session.created',
  'member.role_changed',
  'member.removed',
  'invitation.created',
  'invitation.revoked',
  'invitation.accepted',
  'api_key.created',
  'api_key.revoked',
  'plan.changed',
  'webhook_endpoint.created',
  'webhook_endpoint.deleted',
  'agent.settings_changed',
  'identity_secret.created',
  'source.deleted',
  'conversation.deleted',
  'visitor.exported',
  'visitor.erased',
  'organization.changed',
] as const

export type AuditAction = (typeof auditActions)[number]

/** Who can act: a member, an API key, or the server itself. */
export const auditActorTypes = ['member', 'key', 'system'] as const
export type AuditActorType = (typeof auditActorTypes)[number]

/** What an action can be about. */
export const auditTargetTypes = [
  'session',
  'member',
  'invitation',
  'api_key',
  'plan',
  'webhook_endpoint',
  'agent',
  'source',
  'conversation',
  'visitor',
  'organization',
] as const
export type AuditTargetType = (typeof auditTargetTypes)[number]
