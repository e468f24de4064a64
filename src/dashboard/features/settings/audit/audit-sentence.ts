import type { AuditAction } from '#contract/audit-actions.ts'
import type { AuditEntry } from './audit-search.ts'

/** The name of whoever did something, as the beginning of a sentence. */
export function actorName({ type, name }: AuditEntry['actor']): string {
  if (type === 'system') return 'The server'
  return type === 'key' ? `The API key ${name ?? ''}`.trim() : (name ?? 'Somebody')
}

/**
 * For each action, the rest of a sentence that begins with the name of whoever did it. `what` is the name of the thing
 * it was done to, or its shortened id.
 */
const sentences: Record<AuditAction, (what: string) => string> = {
  'session.created': () => 'signed in',
  'password.changed': () => 'changed their password',
  'two_factor.enabled': () => 'turned on the second factor',
  'two_factor.disabled': () => 'turned off the second factor',
  'member.role_changed': (what) => `gave ${what} another role`,
  'member.removed': (what) => `removed ${what}`,
  'invitation.created': (what) => `invited ${what}`,
  'invitation.revoked': (what) => `took back the invitation of ${what}`,
  'invitation.accepted': () => 'joined by invitation',
  'api_key.created': (what) => `made the API key ${what}`,
  'api_key.revoked': (what) => `revoked the API key ${what}`,
  'plan.changed': (what) => `changed the plan to ${what}`,
  'webhook_endpoint.created': (what) => `added a webhook to ${what}`,
  'webhook_endpoint.deleted': (what) => `deleted the webhook to ${what}`,
  'agent.settings_changed': (what) => `changed the settings of ${what}`,
  'agent.deleted': (what) => `deleted the agent ${what}`,
  'identity_secret.created': (what) => `made a new identity secret for ${what}`,
  'source.deleted': (what) => `deleted the source ${what}`,
  'conversation.deleted': (what) => `deleted the conversation ${what}`,
  'visitor.exported': (what) => `exported the data of visitor ${what}`,
  'visitor.erased': (what) => `erased the visitor ${what}`,
  'organization.changed': () => 'changed the organization',
}

/** Names of the actions, for the filter. */
export const actionNames: Record<AuditAction, string> = {
  'session.created': 'Signed in',
  'password.changed': 'Password changed',
  'two_factor.enabled': 'Second factor turned on',
  'two_factor.disabled': 'Second factor turned off',
  'member.role_changed': 'Role changed',
  'member.removed': 'Member removed',
  'invitation.created': 'Invited',
  'invitation.revoked': 'Invitation revoked',
  'invitation.accepted': 'Invitation accepted',
  'api_key.created': 'API key made',
  'api_key.revoked': 'API key revoked',
  'plan.changed': 'Plan changed',
  'webhook_endpoint.created': 'Webhook added',
  'webhook_endpoint.deleted': 'Webhook deleted',
  'agent.settings_changed': 'Agent settings changed',
  'agent.deleted': 'Agent deleted',
  'identity_secret.created': 'Identity secret made',
  'source.deleted': 'Source deleted',
  'conversation.deleted': 'Conversation deleted',
  'visitor.exported': 'Visitor exported',
  'visitor.erased': 'Visitor erased',
  'organization.changed': 'Organization changed',
}

/** What was done, as the rest of a sentence that begins with the name from `actorName`. */
export function deed(entry: Pick<AuditEntry, 'action' | 'actor' | 'target'>): string {
  const { action, actor, target } = entry
  if (action === 'member.removed' && actor.id === target.id) return 'left'
  return sentences[action](target.name ?? shortId(target.id))
}

/**
 * Shortens ids of more than 24 characters, such as UUIDs and hashes, to their end. A visitor's own id may be short, and
 * is then shown whole.
 */
const shortId = (id: string) => (id.length <= 24 ? id : `…${id.slice(-8)}`)
