import AlarmClock from 'lucide-react/icons/alarm-clock'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Link2 from 'lucide-react/icons/link-2'
import MailOpen from 'lucide-react/icons/mail-open'
import Tag from 'lucide-react/icons/tag'
import Trash2 from 'lucide-react/icons/trash-2'
import User from 'lucide-react/icons/user'
import UserPlus from 'lucide-react/icons/user-plus'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#dashboard/ui/dropdown-menu.tsx'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { type PickerKind, pickerShown } from '../handling/picker-shown.ts'
import { canSnooze } from '../handling/snooze.ts'
import type { Line } from '../list/lines.ts'
import { copyLink } from './copy-link.ts'

export interface ConversationMenuProps {
  conversation: Line
  /** Whether the agent is disabled; then assigning, labelling and snoozing are not offered. */
  isDisabled: boolean
  onDetails: () => void
  onUnread: () => void
  onDelete: () => void
}

/** The menu, loaded on demand. It is mounted by the click that opens it, so it starts open. */
export function ConversationMenuOpen({
  conversation,
  isDisabled,
  onDetails,
  onUnread,
  onDelete,
}: ConversationMenuProps) {
  const { may } = usePermissions()
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>
        <IconButton icon={Ellipsis} label="More" />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem className="md:hidden" onSelect={onDetails}>
          <User aria-hidden /> Details
        </DropdownMenuItem>
        {!isDisabled && (
          <>
            <DropdownMenuItem onSelect={open('assignee')}>
              <UserPlus aria-hidden /> Assign…
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={open('labels')}>
              <Tag aria-hidden /> Label…
            </DropdownMenuItem>
            {canSnooze(conversation) && (
              <DropdownMenuItem onSelect={open('snooze')}>
                <AlarmClock aria-hidden /> {conversation.snoozed_until ? 'Snoozed…' : 'Snooze…'}
              </DropdownMenuItem>
            )}
            <DropdownMenuSeparator />
          </>
        )}
        <DropdownMenuItem onSelect={() => void copyLink()}>
          <Link2 aria-hidden /> Copy link
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={onUnread}>
          <MailOpen aria-hidden /> Mark as unread
        </DropdownMenuItem>
        {may('deleteConversation') && (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem tone="danger" onSelect={onDelete}>
              <Trash2 aria-hidden /> Delete…
            </DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

/** Opens a dialog once the menu has closed and given the focus back. */
const open = (kind: PickerKind) => () => void setTimeout(() => pickerShown.set(kind))
