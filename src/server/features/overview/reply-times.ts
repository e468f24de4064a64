const WIDTH = 1.08 // each class reaches 8 % further than the one before, so its middle is within 4 % of all in it

/** A histogram of reply times: the number of times in each class, by the name of the class. */
export type ReplyTimes = Record<string, number>

/** Adds a time in milliseconds. Class −1 holds what took no working time, class 0 what took up to a second. */
export function addTime(times: ReplyTimes, milliseconds: number): void {
  const name = String(classOf(milliseconds / 1000))
  times[name] = (times[name] ?? 0) + 1
}

/**
 * Adds what is stored of a histogram, as `JSON.stringify` has written it. A long range has thousands of them, and to make
 * an object of each takes three times as long.
 */
export function addStored(times: ReplyTimes, text: string): void {
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at)) {
    const quote = text.indexOf('"', at + 1)
    const comma = text.indexOf(',', quote)
    const end = comma < 0 ? text.length - 1 : comma
    const name = text.slice(at + 1, quote)
    times[name] = (times[name] ?? 0) + Number(text.slice(quote + 2, end))
    at = end
  }
}

function classOf(seconds: number): number {
  if (seconds <= 0) return -1
  return seconds <= 1 ? 0 : Math.floor(Math.log(seconds) / Math.log(WIDTH))
}

/**
 * The time in seconds that a share of the times does not exceed, to within 5 %; null if there are none.
 * @param share 0.5 for the median
 */
export function percentile(times: ReplyTimes, share: number): number | null {
  const classes = Object.entries(times)
    .map(([name, count]) => ({ number: Number(name), count }))
    .toSorted((one, other) => one.number - other.number)
  const total = classes.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  let left = Math.max(1, Math.ceil(share * total))
  for (const { number, count } of classes) {
    left -= count
    if (left <= 0) return number < 0 ? 0 : Math.max(1, Math.round(WIDTH ** (number + 0.5)))
  }
  return null
}
