/** What the audit log records. Each word says what was changed, and how. */
export const auditActions = [
  'session.created',
  'password.changed',
  'two_factor.enabled',
  'two_factor.disabled',
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
  'agent.deleted',
  'identity_secret.created',
  'source.deleted',
  'conversation.deleted',
  'visitor.exported',
  'visitor.erased',
  'organization.changed',
] as const

export type AuditAction = (typeof auditActions)[number]
