import { setImmediate as nextTurn } from 'node:timers/promises'
import { CompiledQuery, type Kysely } from 'kysely'
import type { Tables, Tx } from '../../db/tables.ts'
import { hooksOf } from '../after-commit.ts'
import { assertNotNested, withoutNesting } from '../no-nesting.ts'

const AT_ONCE = 100 // so that the first of many need not wait for ever

const savepoint = CompiledQuery.raw('savepoint member')
const release = CompiledQuery.raw('release member')
const rollback = CompiledQuery.raw('rollback to member')

interface Member {
  run(tx: Tx): Promise<unknown>
  done(result: unknown): void
  failed(error: unknown): void
}

/**
 * Runs write transactions one after another, and those that wait at the same time in one of the database's: writing to
 * disk is most of what a small one costs, and so they share it. To its caller each is a transaction of its own: it fails
 * alone, and it has succeeded only once it is on disk.
 *
 * @param ended called after each of the database's, before anybody hears of it
 */
export function createGroupCommit(
  write: Kysely<Tables>,
  ended: () => void,
): <T>(work: (tx: Tx) => Promise<T>) => Promise<T> {
  let waiting: Member[] = []
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      await nextTurn() // whose requests lie in the sockets may come along
      const members = waiting.slice(0, AT_ONCE)
      waiting = waiting.slice(AT_ONCE)
      await commit(write, members, ended)
    }
    isRunning = false
  }

  return async (work) => {
    assertNotNested()
    return await new Promise((resolve, reject) => {
      waiting.push({ run: work, done: resolve as (result: unknown) => void, failed: reject })
      if (!isRunning) void run()
    })
  }
}

/** Never rejects: what goes wrong is the members' to hear of. */
async function commit(write: Kysely<Tables>, members: readonly Member[], ended: () => void): Promise<void> {
  const ends: (() => void)[] = []
  let cause: unknown
  try {
    await write.transaction().execute(async (tx) => {
      try {
        for (const member of members) ends.push(await runMember(tx, member))
      } catch (error) {
        cause = error // rolling back what the database has rolled back already fails too, and says less
        throw error
      }
    })
  } catch (error) {
    ended()
    for (const member of members) member.failed(cause ?? error)
    return
  }
  ended()
  for (const end of ends) end()
}

/** Returns what is to be called once the group is on disk. */
async function runMember(group: Tx, member: Member): Promise<() => void> {
  const tx = group.withoutPlugins() // a transaction object of its own, for what waits for its commit
  await group.executeQuery(savepoint)
  try {
    const result = await withoutNesting(() => member.run(tx))
    await group.executeQuery(release)
    return () => {
      for (const hook of hooksOf(tx)) hook()
      member.done(result)
    }
  } catch (error) {
    // Where the database has rolled back everything itself, as it does when the disk is full, the group ends here.
    await group.executeQuery(rollback).catch(() => {
      throw error
    })
    await group.executeQuery(release)
    return () => member.failed(error)
  }
}
