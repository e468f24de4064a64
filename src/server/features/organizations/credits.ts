import { randomInt } from 'node:crypto'
import { hasRowLocks } from '../../db/dialect.ts'
import type { NewRow } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { addUsageWithin, setAside, takeFromAnyBlock, takeFromFreeBlock } from './queries.ts'

/** How many credits are taken from the limit at once. */
const BLOCK = 20
/** How many rows there are for blocks: far more than there are transactions taking a credit at the same time. */
const BLOCK_ROWS = 64

/**
 * Takes one credit within the limit, or changes nothing.
 *
 * On PostgreSQL, a transaction that changes an organization's usage row waits until the one before has committed to disk.
 * Credits are therefore taken from that row in blocks. What is left of a block stands in a row named
 * `message_credits~17`, as a negative number, so that the usage is the sum of all rows, and exact whichever process dies.
 * A credit is taken from a block that no other transaction has locked; near the limit credits are taken one by one, and
 * the last ones from any block that has one left.
 */
export async function takeCredit(tx: Tx, usage: NewRow<'quota_usage'>, limit: number): Promise<boolean> {
  if (hasRowLocks(tx)) {
    if (await takeFromFreeBlock(tx, usage, limit)) return true
    if (BLOCK <= limit && (await addUsageWithin(tx, { ...usage, used: BLOCK }, limit))) {
      const name = `${usage.name}~${randomInt(BLOCK_ROWS)}`
      await setAside(tx, { ...usage, name, used: 1 - BLOCK })
      return true
    }
  }
  if (await addUsageWithin(tx, usage, limit)) return true
  return takeFromAnyBlock(tx, usage, limit)
}
