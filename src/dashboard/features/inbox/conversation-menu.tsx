import { Ellipsis } from 'lucide-react'
import { lazy } from 'react'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { OnDemand } from '#dashboard/ui/on-demand.tsx'

export interface ConversationMenuProps {
  onDetails: () => void
  onUnread: () => void
  onDelete: () => void
}

const load = () => import('./conversation-menu-open.tsx')
const ConversationMenuOpen = lazy(async () => ({ default: (await load()).ConversationMenuOpen }))

/** What is done seldom. */
export function ConversationMenu(props: ConversationMenuProps) {
  return (
    <OnDemand trigger={<IconButton icon={Ellipsis} label="More" />} opens="menu" load={load}>
      <ConversationMenuOpen {...props} />
    </OnDemand>
  )
}
