/** The thread on screen, for shortcuts and rows that move the focus into it. */
const open: { element: HTMLElement | null } = { element: null }

export function setOpenThread(element: HTMLElement | null): void {
  open.element = element
}

/** Moves the focus into the open conversation, to scroll and read with the keyboard. */
export function focusOpenThread(): void {
  open.element?.focus()
}
