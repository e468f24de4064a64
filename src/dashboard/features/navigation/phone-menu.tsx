import { Sheet } from '#dashboard/ui/sheet.tsx'
import { AccountMenu } from './account-menu.tsx'
import { RailLinks } from './rail-links.tsx'

interface PhoneMenuProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  waiting: number
}

export function PhoneMenu({ open, onOpenChange, waiting }: PhoneMenuProps) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Baton" side="left">
      <div className="flex h-full flex-col gap-4 p-3">
        <nav aria-label="Main" className="flex-1">
          <RailLinks waiting={waiting} onNavigate={() => onOpenChange(false)} />
        </nav>
        <AccountMenu />
      </div>
    </Sheet>
  )
}
