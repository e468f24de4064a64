import type { LucideIcon } from 'lucide-react'
import AtSign from 'lucide-react/icons/at-sign'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Globe from 'lucide-react/icons/globe'
import Hand from 'lucide-react/icons/hand'
import MessageSquare from 'lucide-react/icons/message-square'
import Server from 'lucide-react/icons/server'
import StickyNote from 'lucide-react/icons/sticky-note'
import Unplug from 'lucide-react/icons/unplug'
import UserRound from 'lucide-react/icons/user-round'
import type { NotificationKind } from '#contract/enums.ts'
import { failingAccount, notificationPath, notificationSentence } from '#contract/notification-words.ts'
import type { Notification } from './use-notifications.ts'

const icons: Record<NotificationKind, LucideIcon> = {
  mention: AtSign,
  assigned: UserRound,
  visitor_wrote: MessageSquare,
  waiting: Hand,
  note: StickyNote,
  check_broke: CircleAlert,
  account_failing: Unplug,
  plan_waiting: Globe,
  alarm: Server,
}

export const iconOf = ({ kind }: Notification): LucideIcon => icons[kind]

/** The path of the page that shows what a notification tells of. */
export const pathOf = (item: Notification): string =>
  notificationPath(item.kind, item.agent_id, item.conversation_id ?? null, failingAccount(item))

export const sentenceOf = (item: Notification): string =>
  notificationSentence(item.kind, item.actor?.name ?? null, item.count, failingAccount(item))
