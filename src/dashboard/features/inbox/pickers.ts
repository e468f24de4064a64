/** Re-exports the dialogs that ask whom to assign to and for labels: of one conversation and of several, in one file. */

export { BulkPicker } from './bulk/picker.tsx'
export { Picker } from './handling/picker.tsx'
