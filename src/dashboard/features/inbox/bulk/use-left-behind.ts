import { useEffect } from 'react'
import { choosing } from '../list/choose.ts'
import { chosen } from '../list/chosen.ts'
import type { Line } from '../list/lines.ts'

/**
 * No longer takes those for chosen that have left the list.
 *
 * @param ids Those that were chosen when the list was rendered.
 * @param taken Those of them that are in the list.
 */
export function useLeftBehind(ids: ReadonlySet<string>, taken: readonly Pick<Line, 'id'>[]): void {
  useEffect(() => {
    // React may come to this only after another choice has been made, which this list says nothing about.
    if (chosen.get() === ids && taken.length < ids.size) choosing(taken.map(({ id }) => id))
  }, [ids, taken])
}
