import { createStore } from '#dashboard/lib/store.ts'

export type PickerKind = 'assignee' | 'labels' | 'snooze'

export const pickerShown = createStore<PickerKind | undefined>(undefined)
