import type { MailAiMode, MailboxStatus } from '#contract/mail-enums.ts'
import type { BadgeTone } from '#dashboard/ui/badge.tsx'

export const aiLabels: Record<MailAiMode, string> = {
  answers: 'The AI answers',
  drafts: 'The AI drafts',
  silent: 'People answer',
}

export const statuses: Record<MailboxStatus, { label: string; tone: BadgeTone }> = {
  connecting: { label: 'Connecting', tone: 'neutral' },
  connected: { label: 'Connected', tone: 'success' },
  failing: { label: 'Failing', tone: 'danger' },
  paused: { label: 'Paused', tone: 'warning' },
  unverified: { label: 'No mail has come yet', tone: 'neutral' },
}

/** The fields at which what the server refuses is shown. */
export const FIELDS = [
  ...(['address', 'name', 'aliases', 'agent_id', 'signature'] as const),
  ...(['incoming.host', 'incoming.port', 'incoming.user', 'incoming.auth', 'incoming.folder'] as const),
  ...(['outgoing.host', 'outgoing.port', 'outgoing.user', 'outgoing.auth'] as const),
]
