import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const RANDOM_BYTES = 16 // of one id
const pool = new Uint8Array(256 * RANDOM_BYTES) // asking the system for each id's costs four times what the id does
let used = pool.length
let msecs = 0
let seq = 0

/** A new row's id: UUID v7, so that sorting by id is sorting by age; it never falls within one process (RFC 9562, 6.2). */
export function newId(): string {
  const random = takeRandom()
  const now = Date.now()
  if (now > msecs) {
    msecs = now
    seq = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1 // the upper half stays free to count in
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
