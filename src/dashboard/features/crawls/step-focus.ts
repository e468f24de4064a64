/** Whether the previous step had the focus when it was removed. */
let fell = false

/**
 * The `ref` of each step's outermost element. When a step disappears with the focus in it, the heading of the next step
 * receives the focus, rather than the page as a whole.
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

/** The `ref` of a button that disappears after use: the focus then moves to the heading of its step. */
export function leaveToHeading(button: HTMLElement | null) {
  return () => {
    if (document.activeElement !== button) return
    button?.closest('[data-step]')?.querySelector('h2')?.focus({ preventScroll: true })
  }
}
