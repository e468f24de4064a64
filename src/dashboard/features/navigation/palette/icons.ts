import type { LucideIcon } from 'lucide-react'
import AlarmClock from 'lucide-react/icons/alarm-clock'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Bell from 'lucide-react/icons/bell'
import Building2 from 'lucide-react/icons/building-2'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import CornerDownLeft from 'lucide-react/icons/corner-down-left'
import CreditCard from 'lucide-react/icons/credit-card'
import FileText from 'lucide-react/icons/file-text'
import Globe from 'lucide-react/icons/globe'
import Hand from 'lucide-react/icons/hand'
import KeyRound from 'lucide-react/icons/key-round'
import Keyboard from 'lucide-react/icons/keyboard'
import Link2 from 'lucide-react/icons/link-2'
import ListChecks from 'lucide-react/icons/list-checks'
import ListX from 'lucide-react/icons/list-x'
import Lock from 'lucide-react/icons/lock'
import LogOut from 'lucide-react/icons/log-out'
import Mail from 'lucide-react/icons/mail'
import MailOpen from 'lucide-react/icons/mail-open'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import MoonStar from 'lucide-react/icons/moon-star'
import PanelLeft from 'lucide-react/icons/panel-left'
import PanelRight from 'lucide-react/icons/panel-right'
import Plus from 'lucide-react/icons/plus'
import Reply from 'lucide-react/icons/reply'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import ScrollText from 'lucide-react/icons/scroll-text'
import Search from 'lucide-react/icons/search'
import Send from 'lucide-react/icons/send'
import Server from 'lucide-react/icons/server'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Sparkles from 'lucide-react/icons/sparkles'
import StickyNote from 'lucide-react/icons/sticky-note'
import Sun from 'lucide-react/icons/sun'
import Tag from 'lucide-react/icons/tag'
import Trash2 from 'lucide-react/icons/trash-2'
import Type from 'lucide-react/icons/type'
import User from 'lucide-react/icons/user'
import UserCheck from 'lucide-react/icons/user-check'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import type { SourceType } from '#contract/enums.ts'
import type { Shortcut } from '#dashboard/lib/shortcuts.ts'
import { railEntries } from '../rail-entries.ts'

const byKeys: Readonly<Record<string, LucideIcon>> = {
  ...Object.fromEntries(railEntries.map(({ keys, icon }) => [keys, icon])),
  '/': Search,
  '?': Keyboard,
  '[': PanelLeft,
  a: Sparkles,
  e: CircleCheck,
  enter: CornerDownLeft,
  'g n': Bell,
  i: UserCheck,
  j: ArrowDown,
  k: ArrowUp,
  l: Tag,
  m: UserPlus,
  'mod+enter': Send,
  'mod+s': Sparkles,
  'mod+shift+enter': Send,
  n: Plus,
  r: Reply,
  s: AlarmClock,
  t: Hand,
  u: MailOpen,
  x: ListChecks,
}

/** Icons of actions without a shortcut, or with one that has another meaning on another screen, by their label. */
const byLabel: Readonly<Record<string, LucideIcon>> = {
  'Add files': FileText,
  'Add questions and answers': MessagesSquare,
  'Add web pages': Globe,
  'Be available': CircleCheck,
  'Be away': MoonStar,
  'New mail': Mail,
  'Choose nothing': ListX,
  'Closed conversations': CircleCheck,
  'Copy link': Link2,
  'Dark theme': Moon,
  'Delete the conversation': Trash2,
  'Hide details': PanelRight,
  'Invite somebody': UserPlus,
  'Light theme': Sun,
  'New API key': KeyRound,
  'Reopen the conversation': RotateCcw,
  'Show details': PanelRight,
  'Sign out': LogOut,
  'Snoozed conversations': AlarmClock,
  'Theme as the system': Monitor,
  'Unassigned conversations': Hand,
  'Write a note': StickyNote,
}

export const knownIcon = ({ keys, label }: Shortcut): LucideIcon | undefined => byLabel[label] ?? byKeys[keys]

export const iconOf = (action: Shortcut): LucideIcon => knownIcon(action) ?? CornerDownLeft

export const sectionIcons: Readonly<Record<string, LucideIcon>> = {
  '/settings/profile': User,
  '/settings/security': Lock,
  '/settings/notifications': Bell,
  '/settings/organization': Building2,
  '/settings/members': Users,
  '/settings/labels': Tag,
  '/settings/saved-replies': MessageSquareText,
  '/settings/mailboxes': Mail,
  '/settings/models': Sparkles,
  '/settings/hours': Clock,
  '/settings/plan': CreditCard,
  '/settings/audit': ScrollText,
  '/settings/privacy': ShieldCheck,
  '/settings/system': Server,
}

export const sourceIcons: Readonly<Record<SourceType, LucideIcon>> = {
  text: Type,
  qa: MessagesSquare,
  url: Globe,
  file: FileText,
}
