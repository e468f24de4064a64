import { randomInt } from 'node:crypto'
import { hasRowLocks } from '../../db/dialect.ts'
import type { NewRow } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { addUsageWithin, setAside, takeFromAnyBlock, takeFromFreeBlock } from './queries.ts'

/** Credits that are taken from the limit at once. */
const BLOCK = 20
/** Rows that blocks are spread over: far more than transactions that take a credit at the same time. */
const BLOCK_ROWS = 64

/**
 * Takes one credit within the limit, or changes nothing.
 *
 * On PostgreSQL whoever changes the row of an organization's usage waits until the other's commit is on disk. So credits
 * are taken from there in blocks. What is left of a block is a row named `message_credits~17`, counted below zero: usage
 * is the sum of all rows, exact at any moment, whichever process dies. A credit is taken from a block that nobody else
 * holds; near the limit one by one, and last from whatever block has one left.
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
