import { lazy, type ReactElement, type ReactNode } from 'react'
import { OnDemand } from './on-demand.tsx'

const load = () => import('./popover-open.tsx')
const PopoverOpen = lazy(async () => ({ default: (await load()).PopoverOpen }))

export interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement
  /** What it is about; its accessible name. */
  label: string
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
  className?: string
  children: ReactNode
}

/** A small panel beside its button. Escape and a click elsewhere close it; focus goes back. */
export function Popover(props: PopoverProps) {
  return (
    <OnDemand trigger={props.trigger} opens="dialog" load={load}>
      <PopoverOpen {...props} />
    </OnDemand>
  )
}
