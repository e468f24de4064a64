import { useEffect } from 'react'
import { choosing } from '../list/choose.ts'
import { chosen } from '../list/chosen.ts'
import type { Line } from '../list/lines.ts'

/** Removes conversations from the choice that have left the list: those of `ids` that are not among `taken`. */
export function useLeftBehind(ids: ReadonlySet<string>, taken: readonly Pick<Line, 'id'>[]): void {
  useEffect(() => {
    // By the time React runs this effect, another choice may have been made, about which `taken` says nothing.
    if (chosen.get() === ids && taken.length < ids.size) choosing(taken.map(({ id }) => id))
  }, [ids, taken])
}
