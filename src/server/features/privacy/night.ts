import { instantAt, offsetAt } from '../organizations/index.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const NIGHT_MS = 3 * HOUR_MS // milliseconds after midnight at which the night's work begins

/** The last time that it was three o'clock at night in a time zone, such as `Europe/Berlin`. */
export function lastNight(now: number, zone: string): number {
  const tonight = nightOf(now, zone)
  return tonight <= now ? tonight : nightOf(tonight - DAY_MS, zone)
}

/** Three o'clock on the zone's day of `time`; where clocks skip that hour, the moment at which they are put forward. */
function nightOf(time: number, zone: string): number {
  const local = time + offsetAt(zone, time)
  return instantAt(zone, Math.floor(local / DAY_MS) * DAY_MS + NIGHT_MS)
}
