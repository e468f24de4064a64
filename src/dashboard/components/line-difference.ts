import { diffArrays } from 'diff'

export interface DifferentLine {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** If more lines have changed, all of them count as removed and added: finding the fewest would take too long. */
const CHANGES_COMPARED = 1_000

/** How a text has changed, line by line, with as few removed and added lines as possible (but see `CHANGES_COMPARED`). */
export function lineDifference(before: string, after: string): DifferentLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const parts = diffArrays(old, now, { maxEditLength: CHANGES_COMPARED }) ?? [
    { value: old, removed: true, added: false },
    { value: now, removed: false, added: true },
  ]
  return parts.flatMap(({ value, added, removed }) =>
    value.map((text): DifferentLine => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text })),
  )
}
