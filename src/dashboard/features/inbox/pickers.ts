/** Re-exports the dialogs that change one conversation or several, so that the build puts them into one file. */

export { BulkPicker } from './bulk/picker.tsx'
export { Picker } from './handling/picker.tsx'
