/** What the screen of checks shows of runs once it knows of them, in one file. */

export { AfterTraining } from './after-training.tsx'
export { RunBar } from './run-bar.tsx'
