/**
 * Re-exports the parts of the checks screen that are loaded after its first view. One module for both makes the build
 * put them into one file.
 */

export { AfterTraining } from './after-training.tsx'
export { RunBar } from './run-bar.tsx'
