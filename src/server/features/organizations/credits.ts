import { randomInt } from 'node:crypto'
import { hasRowLocks } from '../../db/dialect.ts'
import type { NewRow } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import {
  addUsageWithin,
  deleteBlocks,
  setAside,
  subtractUsage,
  takeFromAnyBlock,
  takeFromFreeBlock,
} from './queries.ts'

/** Number of credits that are taken from the limit at once. */
const BLOCK = 20
/** Number of rows for blocks, far more than transactions that take a credit at the same time. */
const BLOCK_ROWS = 64

/**
 * Takes one credit unless that exceeds the limit. On PostgreSQL, each change of the usage row waits for the commit
 * before it, so credits are taken in blocks, whose rests are rows named like `message_credits~17` with negative
 * numbers. The usage is the sum of all rows, and exact even if a process dies. A credit is taken from a block that
 * nobody has locked; near the limit one by one, and the last ones from any block.
 * @returns whether a credit was taken
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

/**
 * Takes several credits unless that exceeds the limit. If it seems so, the rests of blocks first go back to the usage
 * row, which is then exact.
 * @returns whether they were taken
 */
export async function takeCredits(tx: Tx, usage: NewRow<'quota_usage'>, limit: number): Promise<boolean> {
  if (await addUsageWithin(tx, usage, limit)) return true
  if (!hasRowLocks(tx)) return false
  // The attempt has locked the usage row, so no blocks are made until this transaction ends.
  const left = -(await deleteBlocks(tx, usage))
  if (left === 0) return false
  await subtractUsage(tx, { ...usage, used: left })
  return addUsageWithin(tx, usage, limit)
}
