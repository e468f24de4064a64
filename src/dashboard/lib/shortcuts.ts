import { type RefObject, useLayoutEffect, useRef } from 'react'
import { keepKey, mustHoldKeys, takeKeys } from './held-keys.ts'
import { createStore } from './store.ts'

export interface Shortcut {
  /** `mod+k`: pressed together (mod is Cmd or Ctrl), `g i`: one after the other, '': in the command palette alone. */
  keys: string
  /** Description in the list of shortcuts and in the command palette. */
  label: string
  run: () => void
}

interface ShortcutOptions {
  /** False while the shortcut would have no effect. */
  enabled?: boolean
  /** Whether it works in text fields, dialogs and menus too (true), or in the given field; for keys with mod. */
  whileTyping?: boolean | RefObject<HTMLElement | null>
  /**
   * Whether the shortcut works at once while a place is loading, as it leads to yet another place. If the place is a
   * text field or a key is already buffered for it, the shortcut's key is buffered too.
   */
  whileHeld?: boolean
}

type Registered = Shortcut & Required<ShortcutOptions>

const SEQUENCE_MS = 1_000 // milliseconds within which the second key of `g i` must follow

const OTHER_ALPHABET = /[^\P{L}\p{Script=Latin}]/u // a letter of a non-Latin alphabet

/** The enabled shortcuts of all mounted components, the latest registered last. */
export const registeredShortcuts = createStore<readonly Registered[]>([])

let pressed: { chord: string; at: number } | undefined

/** Calls `run` on `keys` while the component is mounted. Of shortcuts with equal keys, the one registered last wins. */
export function useShortcut(keys: string, label: string, run: () => void, options: ShortcutOptions = {}): void {
  const { enabled = true, whileTyping = false, whileHeld = false } = options
  const latest = useRef(run)
  // Register before the screen is painted, so that a shortcut works as soon as its hint is visible.
  useLayoutEffect(() => {
    latest.current = run
  })
  useLayoutEffect(() => {
    if (!enabled) return
    const shortcut: Registered = { keys, label, enabled, whileTyping, whileHeld, run: () => latest.current() }
    return register(shortcut)
  }, [keys, label, enabled, whileTyping, whileHeld])
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

type Press = Pick<KeyboardEvent, 'key' | 'target' | 'timeStamp'>

/**
 * Runs the shortcut of a key press, or buffers the key.
 * @returns whether the key was used
 */
function press(chord: string, { key, target, timeStamp }: Press): boolean {
  const blocked = isTyping(target) || coveringPage()
  const sequence = pressed && timeStamp - pressed.at < SEQUENCE_MS ? `${pressed.chord} ${chord}` : undefined
  const available = registeredShortcuts.get().filter(({ whileTyping }) => {
    return !blocked || (typeof whileTyping === 'object' ? whileTyping.current === target : whileTyping)
  })
  const found =
    available.findLast((shortcut) => shortcut.keys === sequence) ??
    available.findLast((shortcut) => shortcut.keys === chord)
  const leadsOn = found?.whileHeld && !mustHoldKeys()
  if (!blocked && !leadsOn && !chord.startsWith('mod+') && keepKey(key, chord)) return true
  pressed = found || blocked ? undefined : { chord, at: timeStamp }
  found?.run()
  return found !== undefined
}

/** The dialog or menu that covers the page; an alert dialog in its flow, with `aria-modal=false`, does not. */
export const coveringPage = (): Element | null =>
  document.querySelector('[role=dialog], [role=alertdialog]:not([aria-modal=false]), [role=menu]')

/**
 * Replays the keys buffered while `place` was loading. Once a shortcut has moved the focus into a text field, the rest
 * is typed there.
 */
export function releaseKeys(place: string): void {
  const keys = takeKeys(place)
  if (keys.length === 0) return
  // Wait until React has finished mounting, as a field would otherwise receive only one letter.
  queueMicrotask(() => {
    for (const { key, chord } of keys)
      if (isTyping(document.activeElement)) document.execCommand('insertText', false, key)
      else press(chord, { key, target: document.activeElement, timeStamp: performance.now() })
  })
}

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
