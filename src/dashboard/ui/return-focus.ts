import { useState } from 'react'

const REMEMBERED = 8 // elements; dialogs are never nested deeper than this

/** Elements that had the focus when recent dialogs opened, the latest last. */
const openers: HTMLElement[] = []

/**
 * Returns a handler for a dialog's `onCloseAutoFocus`: unless something else has taken the focus, it moves the focus
 * back to the element that had it when the dialog opened; if that is gone, to the one that opened the dialog before it,
 * or else to the page's main part.
 */
export function useReturnFocus(): (event: Event) => void {
  useState(rememberOpener)
  return returnFocus
}

function rememberOpener(): void {
  const active = document.activeElement
  // A menu entry is gone once its menu closes, so remember the button that opened the menu.
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

/** Moves the focus to the page's main part if the element is removed while it has it, as a deleted row is. */
function passOnFrom(opener: HTMLElement): void {
  const watch = new MutationObserver(() => {
    if (opener.isConnected && document.activeElement === opener) return
    watch.disconnect()
    if (!isTaken()) document.getElementById('main')?.focus({ preventScroll: true })
  })
  watch.observe(document.body, { childList: true, subtree: true })
}

/** Handler for a menu's `onCloseAutoFocus`: leaves the focus in a dialog that one of the menu's entries has opened. */
export function leaveFocusTaken(event: Event): void {
  if (isTaken()) event.preventDefault()
}

/** Whether an element other than the body has the focus: then something else has moved it there, and it stays. */
const isTaken = () => document.activeElement !== null && document.activeElement !== document.body
