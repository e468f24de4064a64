import { createStore } from '#dashboard/lib/store.ts'

/** What a dialog about the open conversation asks for. */
export type PickerKind = 'assignee' | 'labels' | 'snooze'

/** Which dialog is open; undefined for none. */
export const pickerShown = createStore<PickerKind | undefined>(undefined)
