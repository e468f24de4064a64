import type { LucideIcon } from 'lucide-react'
import AtSign from 'lucide-react/icons/at-sign'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Globe from 'lucide-react/icons/globe'
import Hand from 'lucide-react/icons/hand'
import MessageSquare from 'lucide-react/icons/message-square'
import StickyNote from 'lucide-react/icons/sticky-note'
import UserRound from 'lucide-react/icons/user-round'
import type { NotificationKind } from '#contract/enums.ts'
import type { Notification } from './use-notifications.ts'

interface Words {
  icon: LucideIcon
  /** What has happened, in a sentence without its full stop; `who` is the member who did it. */
  say: (who: string, count: number) => string
}

const times = (count: number): string => (count > 1 ? ` ${count} times` : '')

const words: Record<NotificationKind, Words> = {
  mention: { icon: AtSign, say: (who, count) => `${who} mentioned you${times(count)}` },
  assigned: { icon: UserRound, say: (who) => `${who} assigned a conversation to you` },
  visitor_wrote: {
    icon: MessageSquare,
    say: (_, count) => `A visitor of yours wrote${count > 1 ? ` ${count} messages` : ''}`,
  },
  waiting: { icon: Hand, say: () => 'A visitor is waiting for a person' },
  note: {
    icon: StickyNote,
    say: (who, count) => (count > 1 ? `${count} notes, the last by ${who}` : `${who} wrote a note`),
  },
  check_broke: {
    icon: CircleAlert,
    say: (_, count) => (count > 1 ? `${count} checks no longer pass` : 'A check no longer passes'),
  },
  plan_waiting: { icon: Globe, say: () => 'Changes of a website wait for your decision' },
}

export const iconOf = ({ kind }: Notification): LucideIcon => words[kind].icon

export const sentenceOf = ({ kind, actor, count }: Notification): string =>
  words[kind].say(actor?.name ?? (kind === 'assigned' ? 'A program' : 'Somebody'), count)
