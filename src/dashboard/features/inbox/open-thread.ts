/** The messages on screen, for keys and rows that lead into them. */
const open: { element: HTMLElement | null } = { element: null }

export function setOpenThread(element: HTMLElement | null): void {
  open.element = element
}

/** Moves the keyboard into the open conversation, to scroll and read. */
export function focusOpenThread(): void {
  open.element?.focus()
}
