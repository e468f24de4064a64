import { useState } from 'react'

const REMEMBERED = 8 // more dialogs than this never follow one another without a step back to the page

/** What had the focus when each of the last dialogs opened, the latest last. */
const openers: HTMLElement[] = []

/**
 * For the content of a dialog, wherever it was opened from: when it closes, focus goes back to what opened it, else to
 * what opened the dialog before it, else to the page. Give the result to `onCloseAutoFocus`.
 */
export function useReturnFocus(): (event: Event) => void {
  useState(rememberOpener)
  return returnFocus
}

function rememberOpener(): void {
  const active = document.activeElement
  // An entry goes with its menu; the button that opened the menu stays.
  const button = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const opener = button ? document.getElementById(button) : active
  if (!(opener instanceof HTMLElement) || opener === document.body || openers.at(-1) === opener) return
  openers.push(opener)
  if (openers.length > REMEMBERED) openers.shift()
}

function returnFocus(event: Event): void {
  event.preventDefault()
  if (isTaken()) return
  const opener = openers.findLast((element) => element.isConnected)
  const target = opener ?? document.getElementById('main')
  target?.focus({ preventScroll: true })
  if (opener) passOnFrom(opener)
}

/** Should what has the focus be taken away, as the row of what was deleted is, the page has it. */
function passOnFrom(opener: HTMLElement): void {
  const watch = new MutationObserver(() => {
    if (opener.isConnected && document.activeElement === opener) return
    watch.disconnect()
    if (!isTaken()) document.getElementById('main')?.focus({ preventScroll: true })
  })
  watch.observe(document.body, { childList: true, subtree: true })
}

/** For a menu: the dialog that one of its entries opened keeps the focus. */
export function leaveFocusTaken(event: Event): void {
  if (isTaken()) event.preventDefault()
}

/** Whether what closed was followed by something that wants the focus itself. */
const isTaken = () => document.activeElement !== null && document.activeElement !== document.body
