import type { AuditAction } from '#contract/audit-actions.ts'
import type { AuditEntry } from './audit-search.ts'

/** The name of whoever did something, as the beginning of a sentence. */
export function actorName({ type, name }: AuditEntry['actor']): string {
  if (type === 'system') return 'The server'
  return type === 'key' ? `The API key ${name ?? ''}`.trim() : (name ?? 'Somebody')
}

/** For each action its name, for the filter, and the rest of a sentence that begins with who did it. */
const actions: Record<AuditAction, readonly [name: string, sentence: (what: string) => string]> = {
  'session.created': ['Signed in', () => 'signed in'],
  'password.changed': ['Password changed', () => 'changed their password'],
  'two_factor.enabled': ['Second factor turned on', () => 'turned on the second factor'],
  'two_factor.disabled': ['Second factor turned off', () => 'turned off the second factor'],
  'member.role_changed': ['Role changed', (what) => `gave ${what} another role`],
  'member.removed': ['Member removed', (what) => `removed ${what}`],
  'invitation.created': ['Invited', (what) => `invited ${what}`],
  'invitation.revoked': ['Invitation revoked', (what) => `took back the invitation of ${what}`],
  'invitation.accepted': ['Invitation accepted', () => 'joined by invitation'],
  'api_key.created': ['API key made', (what) => `made the API key ${what}`],
  'api_key.revoked': ['API key revoked', (what) => `revoked the API key ${what}`],
  'plan.changed': ['Plan changed', (what) => `changed the plan to ${what}`],
  'webhook_endpoint.created': ['Webhook added', (what) => `added a webhook to ${what}`],
  'webhook_endpoint.deleted': ['Webhook deleted', (what) => `deleted the webhook to ${what}`],
  'mailbox.created': ['Mailbox added', (what) => `added the mailbox ${what}`],
  'mailbox.changed': ['Mailbox changed', (what) => `changed the mailbox ${what}`],
  'mailbox.deleted': ['Mailbox deleted', (what) => `deleted the mailbox ${what}`],
  'model_account.created': ['Model account added', (what) => `added the model account ${what}`],
  'model_account.changed': ['Model account changed', (what) => `changed the model account ${what}`],
  'model_account.deleted': ['Model account deleted', (what) => `deleted the model account ${what}`],
  'agent.settings_changed': ['Agent settings changed', (what) => `changed the settings of ${what}`],
  'agent.deleted': ['Agent deleted', (what) => `deleted the agent ${what}`],
  'identity_secret.created': ['Identity secret made', (what) => `made a new identity secret for ${what}`],
  'source.deleted': ['Source deleted', (what) => `deleted the source ${what}`],
  'conversation.deleted': ['Conversation deleted', (what) => `deleted the conversation ${what}`],
  'visitor.exported': ['Visitor exported', (what) => `exported the data of visitor ${what}`],
  'visitor.erased': ['Visitor erased', (what) => `erased the visitor ${what}`],
  'organization.changed': ['Organization changed', () => 'changed the organization'],
}

export const actionName = (action: AuditAction): string => actions[action][0]

/** What was done, as the rest of a sentence that begins with the name from `actorName`. */
export function deed(entry: Pick<AuditEntry, 'action' | 'actor' | 'target' | 'fields'>): string {
  const { action, actor, target, fields } = entry
  if (action === 'member.removed' && actor.id === target.id) return 'left'
  const done = actions[action][1](target.name ?? shortId(target.id))
  return fields.length === 0 ? done : `${done}: ${fields.map((field) => field.replaceAll('_', ' ')).join(', ')}`
}

/** Shortens UUIDs and hashes to their end. A visitor's own id may be short, and is then shown whole. */
const shortId = (id: string) => (id.length <= 24 ? id : `…${id.slice(-8)}`)
