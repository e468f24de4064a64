// milliseconds after the last key until the buffered keys are dropped, when their place has still not loaded
const MOST_MS = 10_000

interface HeldKey {
  /** Text that the key types. */
  key: string
  /** The key in the notation of shortcuts, such as `mod+k`. */
  chord: string
}

interface Hold {
  /** The conversation or screen that the keys are meant for. */
  place: string
  isField: boolean
  keys: HeldKey[]
  timer: ReturnType<typeof setTimeout>
}

let hold: Hold | undefined

/**
 * Starts buffering keys for `place`, which is still loading; `releaseKeys` replays them.
 * @param isField Whether the place is a text field, for which even keys that are shortcuts to elsewhere are text.
 */
export function holdKeys(place: string, { isField = false } = {}): void {
  forgetKeys()
  hold = { place, isField, keys: [], timer: setTimeout(forgetKeys, MOST_MS) }
}

/** The place that is still loading, for which keys are buffered. */
export const awaitedPlace = (): string | undefined => hold?.place

/**
 * Whether the next key, unless pressed with mod, must be buffered whatever it does: for a field, or to keep its order
 * after a buffered one.
 */
export const mustHoldKeys = (): boolean => hold !== undefined && (hold.isField || hold.keys.length > 0)

/**
 * Buffers a key.
 * @returns whether the key was buffered
 */
export function keepKey(key: string, chord: string): boolean {
  // A space alone may press a button or scroll; after other keys it is part of the text.
  if (!hold || key.length !== 1 || (key === ' ' && hold.keys.length === 0)) return false
  hold.keys.push({ key, chord })
  clearTimeout(hold.timer)
  hold.timer = setTimeout(forgetKeys, MOST_MS)
  return true
}

/** Removes and returns the keys buffered for `place`; none if keys are buffered for another place by now. */
export function takeKeys(place: string): readonly HeldKey[] {
  if (hold?.place !== place) return []
  const { keys } = hold
  forgetKeys()
  return keys
}

/** Stops buffering and drops the buffered keys. */
export function forgetKeys(): void {
  clearTimeout(hold?.timer)
  hold = undefined
}
