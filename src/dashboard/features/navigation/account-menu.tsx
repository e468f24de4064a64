import { lazy, Suspense, useState } from 'react'
import { useOrganization, useSession } from '#dashboard/api/session.ts'
import { AccountButton } from './account-button.tsx'

const load = () => import('./account-menu-open.tsx')
const AccountMenuOpen = lazy(async () => ({ default: (await load()).AccountMenuOpen }))

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
      onPointerEnter={load}
      onFocus={load}
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
