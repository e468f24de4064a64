const DAY_MS = 24 * 60 * 60 * 1000

/** Time during which the clocks of a zone differ from UTC by `offset` milliseconds. */
export interface Span {
  from: number
  to: number
  offset: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
export function offsetAt(zone: string, instant: number): number {
  const whole = Math.floor(instant / 1000) * 1000 // clocks are read to the second
  const read: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(whole)) read[type] = Number(value)
  return Date.UTC(read.year!, read.month! - 1, read.day, read.hour, read.minute, read.second) - whole
}

/**
 * The instant at which the clocks of a zone show a time. Where they skip it, the instant at which they show a later time
 * by as much as they are put forward; where they show it twice, either of the two.
 * @param shown milliseconds since 1970 on these clocks
 */
export function instantAt(zone: string, shown: number): number {
  const guess = shown - offsetAt(zone, shown)
  const instant = shown - offsetAt(zone, guess) // clocks may be put forward or back between the two
  const isSkipped = instant + offsetAt(zone, instant) < shown
  return isSkipped ? guess : instant
}

/** Cuts a time wherever clocks are put forward or back, as seen once a day; a change within a day can go unnoticed. */
export function spansOfOneOffset(zone: string, from: number, to: number): Span[] {
  const spans: Span[] = []
  let span: Span = { from, to: from, offset: offsetAt(zone, from) }
  while (span.to < to) {
    const next = Math.min(span.to + DAY_MS, to)
    const offset = offsetAt(zone, next)
    if (offset === span.offset) {
      span.to = next
      continue
    }
    const change = changeBetween(zone, span.to, next, span.offset)
    spans.push({ ...span, to: change })
    span = { from: change, to: change, offset: offsetAt(zone, change) }
  }
  return [...spans, span]
}

/** The first instant after `from` at which clocks no longer differ from UTC by `offset`, as they do at `from`. */
function changeBetween(zone: string, from: number, to: number, offset: number): number {
  let [before, after] = [from, to]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(zone, middle) === offset) before = middle
    else after = middle
  }
  return after
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, format)
  return format
}
