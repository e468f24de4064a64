/** Older versions of a source are deleted when a newer one is stored. */
export const VERSIONS_KEPT = 20
