import type { ReactElement, ReactNode } from 'react'
import { loadable } from '#dashboard/lib/late.tsx'
import { OnDemand } from './on-demand.tsx'

const PopoverOpen = loadable<PopoverProps>(async () => (await import('./popover-open.tsx')).PopoverOpen)

export interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement
  /** What it is about; its accessible name. */
  label: string
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
  className?: string
  /** Fetches what the panel shows; called when its button is reached for. */
  preload?: () => void
  children: ReactNode
}

/** A small panel beside its button. Escape and a click elsewhere close it; focus goes back. */
export function Popover({ preload, ...props }: PopoverProps) {
  const load = () => {
    PopoverOpen.preload()
    preload?.()
  }
  return (
    <OnDemand trigger={props.trigger} opens="dialog" load={load}>
      <PopoverOpen {...props} />
    </OnDemand>
  )
}
