import { loadable } from '#dashboard/lib/late.tsx'
import { OnDemand } from '#dashboard/ui/on-demand.tsx'
import { AddSourceButton } from './add-source-button.tsx'
import type { AddSourceMenuProps } from './add-source-menu-open.tsx'

const AddSourceMenuOpen = loadable(() => import('./add-source-menu-open.tsx'), 'AddSourceMenuOpen')

/** A button with the menu of source types, which is loaded on first use. */
export function AddSourceMenu(props: AddSourceMenuProps) {
  return (
    <OnDemand trigger={<AddSourceButton disabled={props.disabled} />} opens="menu" load={AddSourceMenuOpen.preload}>
      <AddSourceMenuOpen {...props} />
    </OnDemand>
  )
}
