import type { NotificationKind } from './enums.ts'

const times = (count: number): string => (count > 1 ? ` ${count} times` : '')

/** What else than a webhook endpoint fails. */
export type FailingAccount = 'mailbox' | 'model_account'

/** What fails, of which a notification or an event tells. */
export function failingAccount(news: {
  mailbox_id?: string | undefined
  model_account_id?: string | undefined
}): FailingAccount | undefined {
  if (news.mailbox_id !== undefined) return 'mailbox'
  return news.model_account_id === undefined ? undefined : 'model_account'
}

const failing: Record<FailingAccount | 'webhook', string> = {
  mailbox: 'A mailbox does not work as it should',
  model_account: 'An account with a provider of AI models can’t be used',
  webhook: 'A webhook was switched off, as its receiver fails',
}

const words: Record<NotificationKind, (who: string, count: number, account: FailingAccount | undefined) => string> = {
  mention: (who, count) => `${who} mentioned you${times(count)}`,
  assigned: (who) => `${who} assigned a conversation to you`,
  visitor_wrote: (_, count) => `A visitor of yours wrote${count > 1 ? ` ${count} messages` : ''}`,
  waiting: () => 'A visitor is waiting for a person',
  note: (who, count) => (count > 1 ? `${count} notes, the last by ${who}` : `${who} wrote a note`),
  check_broke: (_, count) => (count > 1 ? `${count} checks no longer pass` : 'A check no longer passes'),
  account_failing: (_, _count, account) => failing[account ?? 'webhook'],
  plan_waiting: () => 'Changes of a website wait for your decision',
  alarm: () => 'News of the server itself',
}

/**
 * What has happened, in a sentence without its full stop and without anything that a visitor wrote.
 * @param actorName the member who did it; null if that was no member
 * @param account what fails if it tells of an account; undefined for a webhook endpoint
 */
export const notificationSentence = (
  kind: NotificationKind,
  actorName: string | null,
  count: number,
  account?: FailingAccount,
): string => words[kind](actorName ?? (kind === 'assigned' ? 'A program' : 'Somebody'), count, account)

/**
 * The path of the dashboard's page that shows what a notification tells of.
 * @param agentId null where it tells of the server
 * @param conversationId null where it tells of no conversation
 */
export function notificationPath(
  kind: NotificationKind,
  agentId: string | null,
  conversationId: string | null,
  account?: FailingAccount,
): string {
  if (conversationId !== null) return `/inbox/${agentId}/${conversationId}`
  if (kind === 'alarm') return '/settings/system'
  if (account === 'mailbox') return '/settings/mailboxes'
  if (account === 'model_account') return '/settings/models'
  if (kind === 'account_failing') return `/agents/${agentId}/developers`
  return `/agents/${agentId}/knowledge/${kind === 'check_broke' ? 'checks' : 'websites'}`
}
