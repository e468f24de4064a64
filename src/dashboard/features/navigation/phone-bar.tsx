import Menu from 'lucide-react/icons/menu'
import { useState } from 'react'
import { Logo } from '#dashboard/components/logo.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { pageTitle } from '#dashboard/lib/page-title.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { NotificationBell } from './notifications/bell.tsx'

const PhoneMenu = late(() => import('./phone-menu.tsx'), 'PhoneMenu')

export function PhoneBar({ waiting }: { waiting: number }) {
  const [open, setOpen] = useState<boolean>() // undefined until it is first opened, which loads the menu's code
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-line border-b bg-canvas px-2 sm:hidden">
      <Button
        variant="ghost"
        size="lg"
        aria-label="Open the navigation"
        aria-haspopup="dialog"
        aria-expanded={open ?? false}
        className="relative w-10 px-0"
        onClick={() => setOpen(true)}
      >
        <Menu aria-hidden />
        {waiting > 0 && <span aria-hidden className="absolute top-2 right-2 size-2 rounded-full bg-human" />}
      </Button>
      <Logo className="size-5" />
      <span className="min-w-0 flex-1 truncate font-semibold tracking-tight">{useStore(pageTitle)}</span>
      <NotificationBell iconOnly side="bottom" />
      {open !== undefined && <PhoneMenu open={open} onOpenChange={setOpen} waiting={waiting} />}
    </header>
  )
}
