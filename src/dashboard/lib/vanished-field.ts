import { isTyping } from './shortcuts.ts'

const MOMENT_MS = 1_000 // keys this soon after their field has gone, or after one another, were meant for it

/** The field that somebody writes in. */
let field: Element | undefined
/** The last that lost the focus unasked, and when. It may be there still: then it has only passed it on. */
let lost: Element | undefined
let goneAt = 0
/** When the focus was last moved, or the field done with, on purpose. */
let actedAt = Number.NEGATIVE_INFINITY

const observer = new MutationObserver(look)

function look(): void {
  if (!field || document.activeElement === field) return
  const now = performance.now()
  if (now - actedAt > MOMENT_MS) {
    lost = field
    goneAt = now
  }
  field = undefined
  observer.disconnect()
}

function watch(target: EventTarget | null): void {
  look()
  if (!isTyping(target)) return
  field = target as Element
  observer.observe(document, { childList: true, subtree: true })
}

/**
 * Loaded for what it does: when a field goes while somebody types into it, what they still type is no shortcut. It is
 * taken from the page before anything else hears of it.
 */
function onKeyDown(event: KeyboardEvent): void {
  const { key, target, timeStamp } = event
  if (event.ctrlKey || event.metaKey || ['Enter', 'Escape', 'Tab'].includes(key)) {
    actedAt = timeStamp
    return
  }
  look()
  if (isTyping(target) || !lost || lost.isConnected || timeStamp - goneAt > MOMENT_MS) return
  goneAt = timeStamp
  event.preventDefault()
  event.stopImmediatePropagation()
}

document.addEventListener('keydown', onKeyDown, true)
document.addEventListener('focusin', ({ target }) => watch(target))
// A moment later: it may be the window that has lost the focus, and the field has it still.
document.addEventListener('focusout', () => queueMicrotask(look))
document.addEventListener('pointerdown', ({ timeStamp }) => {
  actedAt = timeStamp
  lost = undefined
})
watch(document.activeElement)
