import { useOwnSettings } from '#dashboard/api/own-settings.ts'
import { useOrganization, useSession } from '#dashboard/api/session.ts'
import { loadable } from '#dashboard/lib/late.tsx'
import { OnDemand } from '#dashboard/ui/on-demand.tsx'
import { AccountButton } from './account-button.tsx'

const AccountMenuOpen = loadable(() => import('./account-menu-open.tsx'), 'AccountMenuOpen')

/**
 * A button with the signed-in person's name. Its menu (organization, availability, theme, signing out and more) is
 * loaded on first use.
 */
export function AccountMenu({ collapsed = false }: { collapsed?: boolean }) {
  const { user } = useSession()
  const isAway = useOwnSettings()?.availability === 'away'
  const button = { collapsed, userName: user.name, organizationName: useOrganization().name, isAway }
  return (
    <OnDemand trigger={<AccountButton {...button} />} opens="menu" load={AccountMenuOpen.preload}>
      <AccountMenuOpen button={button} />
    </OnDemand>
  )
}
