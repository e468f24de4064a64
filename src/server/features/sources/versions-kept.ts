/** Number of versions kept of a source. Older ones are deleted when a new one is stored. */
export const VERSIONS_KEPT = 20
