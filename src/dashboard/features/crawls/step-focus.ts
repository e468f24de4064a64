/** Whether the focus went with the step before. */
let fell = false

/**
 * The `ref` of each step's outermost element. A step that goes, be it by itself, takes what one pressed or read with it:
 * the next one's heading has the focus then, and not the page as a whole.
 */
export function stepFocus(step: HTMLElement | null) {
  const heading = step?.querySelector('h2')
  if (fell && heading && document.activeElement === document.body) {
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  fell = false
  return () => {
    fell = step?.contains(document.activeElement) ?? false
  }
}

/** The `ref` of a button that goes once it has done its work: the focus goes on to the heading of its step. */
export function leaveToHeading(button: HTMLElement | null) {
  return () => {
    if (document.activeElement !== button) return
    button?.closest('[data-step]')?.querySelector('h2')?.focus({ preventScroll: true })
  }
}
