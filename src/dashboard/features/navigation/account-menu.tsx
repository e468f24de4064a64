import { Suspense, useState } from 'react'
import { useOrganization, useSession } from '#dashboard/api/session.ts'
import { loadable } from '#dashboard/lib/late.tsx'
import { AccountButton } from './account-button.tsx'

const AccountMenuOpen = loadable(async () => (await import('./account-menu-open.tsx')).AccountMenuOpen)

/** Who is signed in, and behind it organization, theme and signing out. The menu's code comes when it is reached for. */
export function AccountMenu({ collapsed = false }: { collapsed?: boolean }) {
  const [opened, setOpened] = useState(false)
  const { user } = useSession()
  const organization = useOrganization()
  const button = { collapsed, userName: user.name, organizationName: organization.name }
  const closed = (
    <AccountButton
      {...button}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={AccountMenuOpen.preload}
      onFocus={AccountMenuOpen.preload}
      onClick={() => setOpened(true)}
    />
  )
  if (!opened) return closed
  return (
    <Suspense fallback={closed}>
      <AccountMenuOpen button={button} />
    </Suspense>
  )
}
