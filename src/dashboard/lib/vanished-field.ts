import { isTyping } from './shortcuts.ts'

// milliseconds after the field's removal, or after the previous key, within which a key counts as meant for the field
const MOMENT_MS = 1_000

/** The text field that has the focus. */
let field: Element | undefined
/**
 * The field that last lost the focus without the person's doing; if it is still in the document, the focus only moved
 * on.
 */
let lost: Element | undefined
let goneAt = 0
/** When the person last moved the focus, or finished with the field, on purpose. */
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

/** The field that has just been removed, for which keys are still taken to be meant. */
export function vanishedField(): Element | undefined {
  look()
  return lost && !lost.isConnected && performance.now() - goneAt <= MOMENT_MS ? lost : undefined
}

/**
 * Swallows keys typed for a field that has just been removed, which would otherwise act as shortcuts. Importing this
 * module installs the handler. It listens while events are captured, so it runs before the handler of shortcuts.
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
// Look in a microtask: by then the field is the active element again if it was the whole window that lost the focus.
document.addEventListener('focusout', () => queueMicrotask(look))
document.addEventListener('pointerdown', ({ timeStamp }) => {
  actedAt = timeStamp
  lost = undefined
})
watch(document.activeElement)
