/** A command line that can't be run, with a sentence that says why. */
export class UsageError extends Error {}
