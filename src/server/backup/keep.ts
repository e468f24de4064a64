const DAY_MS = 24 * 60 * 60 * 1000

/** A day or week by the server's clock, as a number. Weeks begin on Mondays. */
const dayOf = (at: number) => {
  const time = new Date(at)
  return Math.floor(Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()) / DAY_MS)
}
const weekOf = (at: number) => Math.floor((dayOf(at) + 3) / 7) // 1 January 1970 was a Thursday

/** Of backups, newest first, those not to be kept: all but the newest of each of the last days and weeks with any. */
export function superfluous<Backup extends { at: number }>(
  backups: readonly Backup[],
  { daily, weekly }: { daily: number; weekly: number },
): Backup[] {
  const newestOf = (period: (at: number) => number, count: number) =>
    [...Map.groupBy(backups, ({ at }) => period(at)).values()].slice(0, count).map(([newest]) => newest)
  const kept = new Set([...newestOf(dayOf, daily), ...newestOf(weekOf, weekly)])
  return backups.filter((backup) => !kept.has(backup))
}

/** The last time that it was `clock` (`03:00`) on this server's clock. */
export function lastDue(now: number, clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  const due = new Date(now)
  due.setHours(hours, minutes, 0, 0)
  if (due.getTime() > now) due.setDate(due.getDate() - 1)
  return due.getTime()
}
