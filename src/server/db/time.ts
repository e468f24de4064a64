/** ISO 8601 in UTC with milliseconds, as the contract shows times. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

export function isoTimeOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : isoTime(milliseconds)
}

/** The month a time falls in, in UTC: `2026-11`. */
export function monthOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 7)
}
