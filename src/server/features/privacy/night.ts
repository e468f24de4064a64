const HOUR = 3
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The last time that it was three o'clock at night in a time zone.
 * @param now milliseconds since 1970
 * @param zone an IANA name: `Europe/Berlin`
 */
export function lastNight(now: number, zone: string): number {
  const tonight = nightOf(now, zone)
  return tonight <= now ? tonight : nightOf(tonight - DAY_MS, zone)
}

/** Three o'clock on the day that a moment belongs to. Where clocks skip that hour, it is the moment after. */
function nightOf(time: number, zone: string): number {
  const { year, month, day } = partsOf(time, zone)
  const asUtc = Date.UTC(year, month - 1, day, HOUR)
  // The offset may differ between that moment and the first guess, so it is looked up a second time.
  const guess = asUtc - offsetOf(asUtc, zone)
  return asUtc - offsetOf(guess, zone)
}

function offsetOf(time: number, zone: string): number {
  const { year, month, day, hour, minute, second } = partsOf(time, zone)
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1_000) * 1_000
}

function partsOf(time: number, zone: string) {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(time)
  const value = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  return {
    year: value('year'),
    month: value('month'),
    day: value('day'),
    hour: value('hour'),
    minute: value('minute'),
    second: value('second'),
  }
}
