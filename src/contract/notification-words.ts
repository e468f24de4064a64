import type { NotificationKind } from './enums.ts'

const times = (count: number): string => (count > 1 ? ` ${count} times` : '')

const words: Record<NotificationKind, (who: string, count: number, isOfMailbox: boolean) => string> = {
  mention: (who, count) => `${who} mentioned you${times(count)}`,
  assigned: (who) => `${who} assigned a conversation to you`,
  visitor_wrote: (_, count) => `A visitor of yours wrote${count > 1 ? ` ${count} messages` : ''}`,
  waiting: () => 'A visitor is waiting for a person',
  note: (who, count) => (count > 1 ? `${count} notes, the last by ${who}` : `${who} wrote a note`),
  check_broke: (_, count) => (count > 1 ? `${count} checks no longer pass` : 'A check no longer passes'),
  account_failing: (_, _count, isOfMailbox) =>
    isOfMailbox ? 'A mailbox can’t send' : 'A webhook was switched off, as its receiver fails',
  plan_waiting: () => 'Changes of a website wait for your decision',
}

/**
 * What has happened, in a sentence without its full stop and without anything that a visitor wrote.
 * @param actorName the member who did it; null if that was no member
 * @param isOfMailbox whether it tells of a mailbox
 */
export const notificationSentence = (
  kind: NotificationKind,
  actorName: string | null,
  count: number,
  isOfMailbox = false,
): string => words[kind](actorName ?? (kind === 'assigned' ? 'A program' : 'Somebody'), count, isOfMailbox)

/**
 * The path of the dashboard's page that shows what a notification tells of.
 * @param conversationId null where it tells of no conversation
 */
export function notificationPath(
  kind: NotificationKind,
  agentId: string,
  conversationId: string | null,
  isOfMailbox = false,
): string {
  if (conversationId !== null) return `/inbox/${agentId}/${conversationId}`
  if (isOfMailbox) return '/settings/mailboxes'
  if (kind === 'account_failing') return `/agents/${agentId}/developers`
  return kind === 'check_broke' ? `/agents/${agentId}/knowledge/checks` : '/crawls'
}
