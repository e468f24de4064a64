import type { InboxSort, InboxView } from '#contract/enums.ts'
import { createStore, useStore } from '#dashboard/lib/store.ts'
import { readStored, writeStored } from '#dashboard/lib/stored.ts'

/** The views in which somebody may wait. */
const SORTED = ['mine', 'unassigned', 'open'] as const

export const isSorted = (view: InboxView): boolean => (SORTED as readonly InboxView[]).includes(view)

const keyOf = (view: InboxView) => `sort.${view}`

/** What whoever uses this browser has chosen, for each view; `undefined` for what is usual there. */
const chosen = createStore<Partial<Record<InboxView, string | undefined>>>(
  Object.fromEntries(SORTED.map((view) => [view, readStored(keyOf(view))])),
)

export function chooseSort(view: InboxView, sort: InboxSort): void {
  writeStored(keyOf(view), sort)
  chosen.set({ ...chosen.get(), [view]: sort })
}

/** The order of a view. Whoever has waited longest is first among those who are nobody's, unless told otherwise. */
export function sortOf(view: InboxView): InboxSort {
  const choice = chosen.get()[view]
  return choice === 'waiting' || choice === 'newest' ? choice : view === 'unassigned' ? 'waiting' : 'newest'
}

export function useSort(view: InboxView): InboxSort {
  useStore(chosen)
  return sortOf(view)
}
