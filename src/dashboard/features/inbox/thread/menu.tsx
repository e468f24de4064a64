import Ellipsis from 'lucide-react/icons/ellipsis'
import { loadable } from '#dashboard/lib/late.tsx'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { OnDemand } from '#dashboard/ui/on-demand.tsx'
import type { ConversationMenuProps } from './menu-open.tsx'

const ConversationMenuOpen = loadable(() => import('./menu-open.tsx'), 'ConversationMenuOpen')

export function ConversationMenu(props: ConversationMenuProps) {
  return (
    <OnDemand trigger={<IconButton icon={Ellipsis} label="More" />} opens="menu" load={ConversationMenuOpen.preload}>
      <ConversationMenuOpen {...props} />
    </OnDemand>
  )
}
