import { loadable } from '#dashboard/lib/late.tsx'
import { OnDemand } from '#dashboard/ui/on-demand.tsx'
import { AccountButton } from './account-button.tsx'

const AccountMenuOpen = loadable(() => import('./account-menu-open.tsx'), 'AccountMenuOpen')

/**
 * A button with the signed-in person's name. Its menu (organization, availability, theme, signing out and more) is
 * loaded on first use.
 */
export function AccountMenu({ collapsed = false }: { collapsed?: boolean }) {
  return (
    <OnDemand trigger={<AccountButton collapsed={collapsed} />} opens="menu" load={AccountMenuOpen.preload}>
      <AccountMenuOpen collapsed={collapsed} />
    </OnDemand>
  )
}
