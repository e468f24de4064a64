import { Link, type LinkProps } from '@tanstack/react-router'
import ScanSearch from 'lucide-react/icons/scan-search'
import { type SourceType, sourceTypes } from '#contract/enums.ts'
import { useExistingRoutes } from '#dashboard/lib/existing-routes.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#dashboard/ui/dropdown-menu.tsx'
import { AddSourceButton } from './add-source-button.tsx'
import { KindEntry } from './kind-entry.tsx'
import { sourceKinds } from './source-kinds.ts'

export interface AddSourceMenuProps {
  agentId: string
  disabled: boolean
  onAdd: (type: SourceType) => void
}

/** The menu of source types, loaded on demand. It is mounted by the click that opens it, so it starts open. */
export function AddSourceMenuOpen({ agentId, disabled, onAdd }: AddSourceMenuProps) {
  const websites = useExistingRoutes([{ path: '/agents/$agentId/knowledge/websites' }], { agentId })
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>
        <AddSourceButton disabled={disabled} />
      </DropdownMenuTrigger>
      <DropdownMenuContent className="w-80">
        {sourceTypes.map((type) => {
          const { icon: Icon, label, description } = sourceKinds[type]
          return (
            <DropdownMenuItem key={type} className={rowClass} onSelect={() => onAdd(type)}>
              <Icon aria-hidden />
              <KindEntry label={label} description={description} />
            </DropdownMenuItem>
          )
        })}
        {websites.map(({ link }) => (
          <WholeWebsite key="website" link={link} />
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

const rowClass = 'h-auto items-start py-1.5 [&_svg]:mt-0.5'

function WholeWebsite({ link }: { link: LinkProps }) {
  return (
    <>
      <DropdownMenuSeparator />
      <DropdownMenuItem asChild className={rowClass}>
        <Link {...link}>
          <ScanSearch aria-hidden />
          <KindEntry label="From a website" description="Find its pages, choose among them, and keep them up to date" />
        </Link>
      </DropdownMenuItem>
    </>
  )
}
