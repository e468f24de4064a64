import { loadable } from '#dashboard/lib/late.tsx'
import { OnDemand } from './on-demand.tsx'
import type { PopoverProps } from './popover-open.tsx'

const PopoverOpen = loadable(() => import('./popover-open.tsx'), 'PopoverOpen')

/** A small panel beside a button. Escape and a click elsewhere close it, and the focus returns to the button. */
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
