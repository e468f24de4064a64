import { useBlocker } from '@tanstack/react-router'
import { type RefObject, useRef } from 'react'
import { leavesDialog } from './discard.tsx'

const stay = (event: Event) => event.preventDefault()

/** For a dialog that only its own button may close: Back moves the focus there, and reload and closing ask. */
export function useStayUntilStored(): {
  /** Ref for the button with which the reader says that they have stored it: the only way to close the dialog. */
  button: RefObject<HTMLButtonElement | null>
  /** Props for the dialog's content, which then ignores Escape and clicks beside it. */
  content: { closable: false; onEscapeKeyDown: typeof stay; onInteractOutside: typeof stay }
} {
  const button = useRef<HTMLButtonElement>(null)
  useBlocker({
    shouldBlockFn: (step) => {
      const leaves = leavesDialog(step)
      if (leaves) button.current?.focus()
      return leaves
    },
    enableBeforeUnload: true,
  })
  return { button, content: { closable: false, onEscapeKeyDown: stay, onInteractOutside: stay } }
}
