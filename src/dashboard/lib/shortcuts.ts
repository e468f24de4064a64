import { type RefObject, useLayoutEffect, useRef } from 'react'
import { createStore } from './store.ts'

export interface Shortcut {
  /**
   * Keys: `mod+k` means pressed together (mod is Cmd or Ctrl), `g i` one after the other, `?` the character. Empty
   * text, which matches no key, registers an action that only the command palette offers.
   */
  keys: string
  /** Description in the list of shortcuts and in the command palette. */
  label: string
  run: () => void
}

interface ShortcutOptions {
  /** False while the shortcut would have no effect. */
  enabled?: boolean
  /**
   * Whether the shortcut works while a text field has the focus or a dialog or menu covers the page (true), or while
   * the given field has the focus. Meant for keys with mod, as others are text there.
   */
  whileTyping?: boolean | RefObject<HTMLElement | null>
  /** Whether the shortcut works while a conversation is awaited (`awaitPlace`), as it leads to yet another one. */
  whileAwaited?: boolean
}

type Registered = Shortcut & Required<ShortcutOptions>

const SEQUENCE_MS = 1_000 // milliseconds within which the second key of `g i` must follow
const AWAITED_MS = 10_000 // milliseconds until keys work again although the awaited conversation is not there

const OTHER_ALPHABET = /[^\P{L}\p{Script=Latin}]/u // a letter of a non-Latin alphabet

/** The enabled shortcuts of all mounted components, the latest registered last. */
export const registeredShortcuts = createStore<readonly Registered[]>([])

let pressed: { chord: string; at: number } | undefined
let awaited: { place: string; until: number } | undefined

/**
 * Ignores letters and other characters until `arriveAt` is called for the conversation that is being opened: they are
 * meant for that one, and would act on the one before, or close the one in which somebody means to write.
 */
export function awaitPlace(place: string): void {
  awaited = { place, until: performance.now() + AWAITED_MS }
}

/** The conversation that is being opened and is not shown yet. */
export const awaitedPlace = (): string | undefined =>
  awaited && performance.now() < awaited.until ? awaited.place : undefined

/** Heeds keys again, as the awaited conversation is shown; without an argument, as none is awaited any more. */
export function arriveAt(place?: string): void {
  if (place === undefined || awaited?.place === place) awaited = undefined
}

/** Calls `run` on `keys` while the component is mounted. Of shortcuts with equal keys, the one registered last wins. */
export function useShortcut(keys: string, label: string, run: () => void, options: ShortcutOptions = {}): void {
  const { enabled = true, whileTyping = false, whileAwaited = false } = options
  const latest = useRef(run)
  // Register before the screen is painted, so that a shortcut works as soon as its hint is visible.
  useLayoutEffect(() => {
    latest.current = run
  })
  useLayoutEffect(() => {
    if (!enabled) return
    const shortcut: Registered = { keys, label, enabled, whileTyping, whileAwaited, run: () => latest.current() }
    return register(shortcut)
  }, [keys, label, enabled, whileTyping, whileAwaited])
}

function register(shortcut: Registered): () => void {
  if (registeredShortcuts.get().length === 0) document.addEventListener('keydown', onKeyDown)
  registeredShortcuts.set([...registeredShortcuts.get(), shortcut])
  return () => {
    registeredShortcuts.set(registeredShortcuts.get().filter((other) => other !== shortcut))
    if (registeredShortcuts.get().length === 0) document.removeEventListener('keydown', onKeyDown)
  }
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.repeat) return
  const chord = chordOf(event)
  if (!chord || pressesItself(event)) return
  if (press(chord, event)) event.preventDefault()
}

/**
 * Runs the shortcut of a key press.
 * @returns whether the key was used
 */
function press(chord: string, { key, target, timeStamp }: KeyboardEvent): boolean {
  const blocked = isTyping(target) || coveringPage()
  const sequence = pressed && timeStamp - pressed.at < SEQUENCE_MS ? `${pressed.chord} ${chord}` : undefined
  const available = registeredShortcuts.get().filter(({ whileTyping }) => {
    return !blocked || (typeof whileTyping === 'object' ? whileTyping.current === target : whileTyping)
  })
  const found =
    available.findLast((shortcut) => shortcut.keys === sequence) ??
    available.findLast((shortcut) => shortcut.keys === chord)
  const isCharacter = key.length === 1 && key !== ' ' && !chord.startsWith('mod+')
  if (!blocked && isCharacter && awaitedPlace() !== undefined && !found?.whileAwaited) return true
  pressed = found || blocked ? undefined : { chord, at: timeStamp }
  found?.run()
  return found !== undefined
}

/**
 * The dialog or menu that covers the page. An alert dialog within the page's flow, with `aria-modal=false`, does not.
 */
export const coveringPage = (): Element | null =>
  document.querySelector('[role=dialog], [role=alertdialog]:not([aria-modal=false]), [role=menu]')

function chordOf(event: KeyboardEvent): string | undefined {
  if (['Shift', 'Control', 'Meta', 'Alt'].includes(event.key) || event.altKey) return undefined
  // On a keyboard for a non-Latin alphabet, use the Latin letter of the same physical key.
  const latin = OTHER_ALPHABET.test(event.key) && /^Key(.)/.exec(event.code)?.[1]
  const key = (latin || event.key.replace('Arrow', '')).toLowerCase()
  if (!event.metaKey && !event.ctrlKey) return key
  return event.shiftKey && key === 'enter' ? `mod+shift+${key}` : `mod+${key}`
}

/** Whether Enter activates the focused link or button, and so is no shortcut. */
function pressesItself({ key, target }: KeyboardEvent): boolean {
  return key === 'Enter' && target instanceof Element && target.closest('a[href], button, summary') !== null
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit', 'range'].includes(target.type)
}
