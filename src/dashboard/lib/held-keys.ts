const MOST_MS = 2_000 // after the last key; what has not come by then is not waited for, and its keys are forgotten

export interface HeldKey {
  /** What it writes. */
  key: string
  /** What it is as a shortcut. */
  chord: string
}

interface Hold {
  /** What the keys are meant for. */
  place: string
  keys: HeldKey[]
  timer: ReturnType<typeof setTimeout>
}

let hold: Hold | undefined

/** From now on the keys are meant for `place`, which is still on its way: they wait for `releaseKeys`. */
export function holdKeys(place: string): void {
  forgetKeys()
  hold = { place, keys: [], timer: setTimeout(forgetKeys, MOST_MS) }
}

/** What is on its way and has not come yet. */
export const awaitedPlace = (): string | undefined => hold?.place

/** Whether a key waits already, so that those after it have to wait as well. */
export const hasHeldKeys = (): boolean => hold !== undefined && hold.keys.length > 0

/** @returns whether the key waits now. */
export function keepKey(key: string, chord: string): boolean {
  // A space may press a button or scroll; after other keys it is part of what is written.
  if (!hold || key.length !== 1 || (key === ' ' && hold.keys.length === 0)) return false
  hold.keys.push({ key, chord })
  clearTimeout(hold.timer)
  hold.timer = setTimeout(forgetKeys, MOST_MS)
  return true
}

/** The keys that waited for `place`; none if something else is awaited by now. */
export function takeKeys(place: string): readonly HeldKey[] {
  if (hold?.place !== place) return []
  const { keys } = hold
  forgetKeys()
  return keys
}

/** Nothing is awaited any more. */
export function forgetKeys(): void {
  clearTimeout(hold?.timer)
  hold = undefined
}
