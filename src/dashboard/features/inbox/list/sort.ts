import type { InboxSort, InboxView } from '#contract/enums.ts'
import { createStore, useStore } from '#dashboard/lib/store.ts'
import { readStored, writeStored } from '#dashboard/lib/stored.ts'

/** The views in which visitors may be waiting, so that their order can be chosen. */
const SORTED = ['mine', 'for_me', 'unassigned', 'open'] as const

export const isSorted = (view: InboxView): boolean => (SORTED as readonly InboxView[]).includes(view)

const keyOf = (view: InboxView) => `sort.${view}`

/** The order that was chosen in this browser for each view; undefined for the view's default. */
const chosen = createStore<Partial<Record<InboxView, string | undefined>>>(
  Object.fromEntries(SORTED.map((view) => [view, readStored(keyOf(view))])),
)

export function chooseSort(view: InboxView, sort: InboxSort): void {
  writeStored(keyOf(view), sort)
  chosen.set({ ...chosen.get(), [view]: sort })
}

/**
 * The order of a view: the chosen one, or by default longest waiting first among the unassigned, and else newest first.
 */
export function sortOf(view: InboxView): InboxSort {
  const choice = chosen.get()[view]
  return choice === 'waiting' || choice === 'newest' ? choice : view === 'unassigned' ? 'waiting' : 'newest'
}

export function useSort(view: InboxView): InboxSort {
  useStore(chosen)
  return sortOf(view)
}
