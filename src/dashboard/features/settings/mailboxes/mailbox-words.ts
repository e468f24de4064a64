import type { MailAiMode, MailboxStatus } from '#contract/mail-enums.ts'
import type { BadgeTone } from '#dashboard/ui/badge.tsx'

export const aiLabels: Record<MailAiMode, string> = {
  answers: 'The AI answers',
  silent: 'People answer',
}

export const statuses: Record<MailboxStatus, { label: string; tone: BadgeTone }> = {
  connecting: { label: 'Connecting', tone: 'neutral' },
  connected: { label: 'Connected', tone: 'success' },
  failing: { label: 'Failing', tone: 'danger' },
  paused: { label: 'Paused', tone: 'warning' },
  unverified: { label: 'No mail has come yet', tone: 'neutral' },
}
