import { Link } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import Keyboard from 'lucide-react/icons/keyboard'
import LogOut from 'lucide-react/icons/log-out'
import MoonStar from 'lucide-react/icons/moon-star'
import User from 'lucide-react/icons/user'
import type { Availability } from '#contract/enums.ts'
import { chooseOrganization, useOrganization, useSession } from '#dashboard/api/session.ts'
import { themeLooks } from '#dashboard/components/theme-looks.ts'
import { useSettle } from '#dashboard/components/use-settle.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { chooseTheme, type Theme, themeChoice, themes } from '#dashboard/lib/theme.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#dashboard/ui/dropdown-menu.tsx'
import { AccountButton } from './account-button.tsx'
import { shortcutsShown } from './shown.ts'
import { useSignOut } from './use-sign-out.ts'

/** The account menu, loaded on demand. It is mounted by the click that opens it, so it starts open. */
export function AccountMenuOpen({ collapsed }: { collapsed: boolean }) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>
        <AccountButton collapsed={collapsed} />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" side="top" className="w-60">
        <Organizations />
        <AvailabilityChoice />
        <ThemeChoice />
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild>
          <Link to="/settings/profile">
            <User aria-hidden /> Your profile
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => shortcutsShown.set(true)}>
          <Keyboard aria-hidden /> Keyboard shortcuts
        </DropdownMenuItem>
        <SignOut />
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

function Organizations() {
  const { user, organizations } = useSession()
  const current = useOrganization()
  return (
    <>
      <DropdownMenuLabel>{user.email}</DropdownMenuLabel>
      {organizations.length > 1 && (
        <DropdownMenuRadioGroup
          value={current.id}
          onValueChange={(id) => {
            chooseOrganization(id)
            // Reload the page, so that no data of the previous organization remains.
            window.location.assign('/')
          }}
        >
          {organizations.map(({ id, name }) => (
            <DropdownMenuRadioItem key={id} value={id}>
              {name}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      )}
      <DropdownMenuSeparator />
    </>
  )
}

/** Choice of the person's own availability for visitors. */
function AvailabilityChoice() {
  const [settings, settle] = useSettle()
  if (!settings) return null
  return (
    <>
      <DropdownMenuRadioGroup
        value={settings.availability}
        onValueChange={(value) => settle({ availability: value as Availability })}
      >
        <DropdownMenuLabel>For visitors</DropdownMenuLabel>
        <DropdownMenuRadioItem value="available">
          <CircleCheck aria-hidden /> Available
        </DropdownMenuRadioItem>
        <DropdownMenuRadioItem value="away">
          <MoonStar aria-hidden /> Away
        </DropdownMenuRadioItem>
      </DropdownMenuRadioGroup>
      <DropdownMenuSeparator />
    </>
  )
}

function ThemeChoice() {
  const theme = useStore(themeChoice)
  return (
    <DropdownMenuRadioGroup value={theme} onValueChange={(value) => chooseTheme(value as Theme)}>
      <DropdownMenuLabel>Theme</DropdownMenuLabel>
      {themes.map((choice) => {
        const { icon: Icon, label } = themeLooks[choice]
        return (
          <DropdownMenuRadioItem key={choice} value={choice}>
            <Icon aria-hidden /> {label}
          </DropdownMenuRadioItem>
        )
      })}
    </DropdownMenuRadioGroup>
  )
}

function SignOut() {
  return (
    <DropdownMenuItem onSelect={useSignOut()}>
      <LogOut aria-hidden /> Sign out
    </DropdownMenuItem>
  )
}
