const WIDTH = 1.08 // each class reaches 8 % further than the one before, so its middle is within 4 % of all in it

const [ZERO, NINE] = ['0'.charCodeAt(0), '9'.charCodeAt(0)]
const MINUS = '-'.charCodeAt(0)
const COLON = ':'.charCodeAt(0) // between a class and its count
const [COMMA, BRACE] = [','.charCodeAt(0), '}'.charCodeAt(0)] // after a count

/** A histogram of reply times: the number of times in each class, by the name of the class. */
export type ReplyTimes = Record<string, number>

/** Adds a time in milliseconds. Class −1 holds what took no working time, class 0 what took less than 1.08 seconds. */
export function addTime(times: ReplyTimes, milliseconds: number): void {
  const name = String(classOf(milliseconds / 1000))
  times[name] = (times[name] ?? 0) + 1
}

/**
 * Adds stored histograms, as `JSON.stringify` has written them, one after the other in a text. A long range has
 * thousands of them, so this reads each character once; parsing each histogram into an object takes four times as long.
 */
export function addStored(times: ReplyTimes, text: string): void {
  let [name, sign, number] = [0, 1, 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= ZERO && code <= NINE) number = number * 10 + code - ZERO
    else if (code === MINUS) sign = -1
    else if (code === COLON) [name, sign, number] = [sign * number, 1, 0]
    else if ((code === COMMA || code === BRACE) && number > 0) {
      times[name] = (times[name] ?? 0) + number
      number = 0
    }
  }
}

function classOf(seconds: number): number {
  if (seconds <= 0) return -1
  return seconds <= 1 ? 0 : Math.floor(Math.log(seconds) / Math.log(WIDTH))
}

/**
 * The time in seconds that a share of the times does not exceed, to within 5 % or a second; null if there are none.
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
