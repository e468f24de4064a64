import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const RANDOM_BYTES = 16 // bytes of one id
// Drawn for 256 ids at once, because asking the system for each id takes four times as long as the id itself.
const pool = new Uint8Array(256 * RANDOM_BYTES)
let used = pool.length
let msecs = 0
let seq = 0

/**
 * A new row's id: UUID v7, so that sorting by id is sorting by age. Ids made by one process always increase (RFC 9562,
 * section 6.2).
 */
export function newId(): string {
  const random = takeRandom()
  const now = Date.now()
  if (now > msecs) {
    msecs = now
    // It starts in the lower half of its range, so that there is room to count.
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
