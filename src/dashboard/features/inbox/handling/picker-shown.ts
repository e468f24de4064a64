import { createStore } from '#dashboard/lib/store.ts'

/** The properties of the open conversation that have a dialog to change them. */
export type PickerKind = 'assignee' | 'labels' | 'snooze'

/** Which dialog is open; undefined for none. */
export const pickerShown = createStore<PickerKind | undefined>(undefined)
