import { type RefObject, useLayoutEffect, useRef } from 'react'
import { hasHeldKeys, keepKey, takeKeys } from './held-keys.ts'
import { createStore } from './store.ts'

export interface Shortcut {
  /** `mod+k` means keys held together (mod is Cmd or Ctrl), `g i` one after the other, `?` a character. */
  keys: string
  /** What it does, as shown in the list of shortcuts and in the command palette. */
  label: string
  run: () => void
}

interface ShortcutOptions {
  /** False while the shortcut would make no sense. */
  enabled?: boolean
  /** Works while somebody types: in every text field, or in the given one alone. Only for keys held with mod. */
  whileTyping?: boolean | RefObject<HTMLElement | null>
  /** Works at once while keys are held: it leads on from what is awaited. */
  whileHeld?: boolean
}

type Registered = Shortcut & Required<ShortcutOptions>

const SEQUENCE_MS = 1_000 // the second key of `g i` must follow within this time

const OTHER_ALPHABET = /[^\P{L}\p{Script=Latin}]/u // a letter of another alphabet than Latin

/** Every shortcut that works right now, the latest registered last. */
export const registeredShortcuts = createStore<readonly Registered[]>([])

let pressed: { chord: string; at: number } | undefined

/**
 * Calls `run` on `keys` for as long as the component is mounted. Of two with the same keys, the one mounted later wins.
 */
export function useShortcut(keys: string, label: string, run: () => void, options: ShortcutOptions = {}): void {
  const { enabled = true, whileTyping = false, whileHeld = false } = options
  const latest = useRef(run)
  // Before the page is painted, so that a key works as soon as the screen shows what it does.
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

/** @returns whether the key did something, or waits to */
function press(chord: string, { key, target, timeStamp }: Press): boolean {
  const blocked = isTyping(target) || document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')
  const sequence = pressed && timeStamp - pressed.at < SEQUENCE_MS ? `${pressed.chord} ${chord}` : undefined
  const available = registeredShortcuts.get().filter(({ whileTyping }) => {
    return !blocked || (typeof whileTyping === 'object' ? whileTyping.current === target : whileTyping)
  })
  const found =
    available.findLast((shortcut) => shortcut.keys === sequence) ??
    available.findLast((shortcut) => shortcut.keys === chord)
  const leadsOn = found?.whileHeld && !hasHeldKeys()
  if (!blocked && !leadsOn && !chord.startsWith('mod+') && keepKey(key, chord)) return true
  pressed = found || blocked ? undefined : { chord, at: timeStamp }
  found?.run()
  return found !== undefined
}

/** `place` is there: what was pressed meanwhile happens now, and what came after a key that leads into a field is text. */
export function releaseKeys(place: string): void {
  const keys = takeKeys(place)
  if (keys.length === 0) return
  // Not while React is still putting the place on the page: a field would take but one letter.
  queueMicrotask(() => {
    for (const { key, chord } of keys)
      if (isTyping(document.activeElement)) document.execCommand('insertText', false, key)
      else press(chord, { key, target: document.activeElement, timeStamp: performance.now() })
  })
}

function chordOf(event: KeyboardEvent): string | undefined {
  if (['Shift', 'Control', 'Meta', 'Alt'].includes(event.key) || event.altKey) return undefined
  // On a keyboard for another alphabet, the Latin letter that is printed on the same key.
  const latin = OTHER_ALPHABET.test(event.key) && /^Key(.)/.exec(event.code)?.[1]
  const key = (latin || event.key.replace('Arrow', '')).toLowerCase()
  return event.metaKey || event.ctrlKey ? `mod+${key}` : key
}

/** Enter on a link or a button presses that, and is no shortcut. */
function pressesItself({ key, target }: KeyboardEvent): boolean {
  return key === 'Enter' && target instanceof Element && target.closest('a[href], button, summary') !== null
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit', 'range'].includes(target.type)
}
