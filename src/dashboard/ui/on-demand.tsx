import { cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react'

interface OnDemandProps {
  /** A button; it keeps its looks and its name. */
  trigger: ReactElement
  /** What a click opens, as `aria-haspopup` says it. */
  opens: 'dialog' | 'menu'
  /** Fetches the code of what opens; called when the button is reached for. */
  load: () => void
  /** The button again with what it opens, open from the start. */
  children: ReactNode
}

/** Shows a button whose menu or panel is loaded when it is wanted: positioning alone is 20 kB gzip. */
export function OnDemand({ trigger, opens, load, children }: OnDemandProps) {
  const [wanted, setWanted] = useState(false)
  const closed = cloneElement(trigger as ReactElement<Record<string, unknown>>, {
    'aria-haspopup': opens,
    'aria-expanded': false,
    onPointerEnter: load,
    onFocus: load,
    onClick: () => setWanted(true),
  })
  return wanted ? <Suspense fallback={closed}>{children}</Suspense> : closed
}
