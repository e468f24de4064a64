/** The scrolling element of the thread on screen, for code elsewhere that moves the focus into it. */
const open: { element: HTMLElement | null } = { element: null }

export function setOpenThread(element: HTMLElement | null): void {
  open.element = element
}

/** Moves the focus into the open conversation, to scroll it by keyboard. */
export function focusOpenThread(): void {
  open.element?.focus()
}
