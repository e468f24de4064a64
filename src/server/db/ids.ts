import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

/** Matches a UUID of any version, in capital letters too. */
export const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

const RANDOM_BYTES = 16 // bytes per id
// Random bytes are drawn for 256 ids at once, because a call to the system takes four times as long as making an id.
const pool = new Uint8Array(256 * RANDOM_BYTES)
let used = pool.length
let msecs = 0
let seq = 0

/** Makes the id of a new row, a UUID v7: ids sort by age, and increase within a process (RFC 9562, section 6.2). */
export function newId(): string {
  const random = takeRandom()
  const now = Date.now()
  if (now > msecs) {
    msecs = now
    // The counter starts in the lower half of its range, which leaves room for increments.
    seq = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1
  } else {
    seq += 1
  }
  return v7({ random, msecs, seq })
}

function takeRandom(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += RANDOM_BYTES
  return pool.subarray(used - RANDOM_BYTES, used)
}
