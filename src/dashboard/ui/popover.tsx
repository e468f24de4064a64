import { loadable } from '#dashboard/lib/late.tsx'
import { OnDemand } from './on-demand.tsx'
import type { PopoverProps } from './popover-open.tsx'

const PopoverOpen = loadable(() => import('./popover-open.tsx'), 'PopoverOpen')

/** A panel beside a button. Escape closes it and returns the focus there; a click elsewhere closes it too. */
export function Popover({ preload, ...props }: PopoverProps) {
  const load = () => {
    void PopoverOpen.preload()
    preload?.()
  }
  return (
    <OnDemand trigger={props.trigger} opens="dialog" load={load}>
      <PopoverOpen {...props} />
    </OnDemand>
  )
}
