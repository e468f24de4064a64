import Ellipsis from 'lucide-react/icons/ellipsis'
import Link2 from 'lucide-react/icons/link-2'
import MailOpen from 'lucide-react/icons/mail-open'
import Trash2 from 'lucide-react/icons/trash-2'
import User from 'lucide-react/icons/user'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#dashboard/ui/dropdown-menu.tsx'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { toast } from '#dashboard/ui/toast.tsx'

export interface ConversationMenuProps {
  onDetails: () => void
  onUnread: () => void
  onDelete: () => void
}

/** The menu, in a chunk of its own. The click that opens it also loads it, so it starts open. */
export function ConversationMenuOpen({ onDetails, onUnread, onDelete }: ConversationMenuProps) {
  const { lacking, may } = usePermissions()
  const why = lacking('conversation:delete')
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>
        <IconButton icon={Ellipsis} label="More" />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem className="md:hidden" onSelect={onDetails}>
          <User aria-hidden /> Details
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void copyLink()}>
          <Link2 aria-hidden /> Copy link
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={onUnread}>
          <MailOpen aria-hidden /> Mark as unread
        </DropdownMenuItem>
        {may('deleteConversation') && (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem tone="danger" disabled={!!why} title={why} onSelect={onDelete}>
              <Trash2 aria-hidden /> Delete…
            </DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

async function copyLink(): Promise<void> {
  await navigator.clipboard?.writeText(window.location.href)
  toast.message('Link copied')
}
