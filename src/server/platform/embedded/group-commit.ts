import { setImmediate as nextTurn } from 'node:timers/promises'
import { CompiledQuery, type Kysely } from 'kysely'
import type { Tables, Tx } from '../../db/tables.ts'
import { inPresentTrace } from '../../process/trace.ts'
import { hooksOf } from '../after-commit.ts'
import { assertNotNested, withoutNesting } from '../no-nesting.ts'

const AT_ONCE = 100 // transactions in one commit, so that the first of many does not wait too long

const savepoint = CompiledQuery.raw('savepoint member')
const release = CompiledQuery.raw('release member')
const rollback = CompiledQuery.raw('rollback to member')

interface Member {
  run(tx: Tx): Promise<unknown>
  done(result: unknown): void
  failed(error: unknown): void
}

/**
 * Runs write transactions one after another, and commits those that wait together (group commit), as flushing takes
 * most of the time of a small one. Each still can fail alone, and resolves only once it is on disk.
 */
export function createGroupCommit(write: Kysely<Tables>): <T>(work: (tx: Tx) => Promise<T>) => Promise<T> {
  let waiting: Member[] = []
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      await nextTurn() // so that requests already received can join this transaction
      const members = waiting.slice(0, AT_ONCE)
      waiting = waiting.slice(AT_ONCE)
      await commit(write, members)
    }
    isRunning = false
  }

  return async (work) => {
    assertNotNested()
    return await new Promise((resolve, reject) => {
      waiting.push({ run: inPresentTrace(work), done: resolve as (result: unknown) => void, failed: reject })
      if (!isRunning) void run()
    })
  }
}

/** Runs transactions and commits them together. Never rejects; errors are passed to the callers of the transactions. */
async function commit(write: Kysely<Tables>, members: readonly Member[]): Promise<void> {
  const ends: (() => void)[] = []
  let cause: unknown
  try {
    await write.transaction().execute(async (tx) => {
      try {
        for (const member of members) ends.push(await runMember(tx, member))
      } catch (error) {
        cause = error // if the rollback fails too, its error would hide this one
        throw error
      }
    })
  } catch (error) {
    for (const member of members) member.failed(cause ?? error)
    return
  }
  for (const end of ends) end()
}

/** Runs one transaction within a savepoint. Call the result once the group is committed, to tell the caller. */
async function runMember(group: Tx, member: Member): Promise<() => void> {
  const tx = group.withoutPlugins() // a transaction object of its own, by which commit hooks are registered
  await group.executeQuery(savepoint)
  try {
    const result = await withoutNesting(() => member.run(tx))
    await group.executeQuery(release)
    return () => {
      for (const hook of hooksOf(tx)) hook()
      member.done(result)
    }
  } catch (error) {
    // If SQLite has rolled back by itself, as on a full disk, there is no savepoint left, and the whole group fails.
    await group.executeQuery(rollback).catch(() => {
      throw error
    })
    await group.executeQuery(release)
    return () => member.failed(error)
  }
}
