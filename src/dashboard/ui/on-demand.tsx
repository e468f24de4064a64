import { cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react'

interface OnDemandProps {
  /** The button, which keeps its looks and name. */
  trigger: ReactElement
  /** What a click opens, for `aria-haspopup`. */
  opens: 'dialog' | 'menu'
  /** Fetches the code of the menu or panel; called when the pointer or focus approaches the button. */
  load: () => void
  /** The menu or panel with its button, open from the start. */
  children: ReactNode
}

/** Shows a button whose menu or panel is loaded on first use, as the code for positioning it alone has 20 kB (gzip). */
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
