import { accessSync, constants, statSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { isMigrated, migrate } from '../../db/migrate.ts'
import type { Tables } from '../../db/tables.ts'
import type { Log } from '../log.ts'
import { onceASecond } from '../once-a-second.ts'
import type { Database } from '../platform.ts'
import { createGroupCommit } from './group-commit.ts'
import { shortageIn } from './room.ts'
import { nodeSqliteDialect } from './sqlite-dialect.ts'
import { truncateLog } from './truncate-log.ts'

/** One connection for write transactions, one after another, and one for reads, which never wait for these. */
export async function openEmbeddedDatabase(dataDir: string, log: Log): Promise<Database & { close(): Promise<void> }> {
  const path = join(dataDir, 'baton.db')
  const write = new Kysely<Tables>({ dialect: nodeSqliteDialect(path, { readOnly: false }) })
  await sql`select 1`.execute(write) // creates the file, which a read-only connection can't do
  accessSync(path, constants.W_OK) // SQLite would report a missing permission only at the first write
  const read = new Kysely<Tables>({ dialect: nodeSqliteDialect(path, { readOnly: true }) })
  const fileOf = () => statSync(path, { throwIfNoEntry: false })?.ino
  const file = fileOf()
  let migrated = false

  return {
    read,
    snapshot: (work) => read.transaction().execute(work),
    transaction: createGroupCommit(write),
    forgetDeleted: () => truncateLog(write, log),
    migrate: () => migrate(write),
    async isReady() {
      try {
        // On Linux a process can go on writing to a deleted file, whose data is lost when the process ends.
        if (fileOf() !== file) throw new Error(`${path} has been removed or replaced under the running server`)
        if (migrated) await sql`select 1`.execute(read)
        else migrated = await isMigrated(read)
        return migrated
      } catch (error) {
        log.warn({ err: error }, 'The database does not answer')
        return false
      }
    },
    shortage: onceASecond(() => shortageIn(dataDir, log)),
    async close() {
      await read.destroy()
      await write.destroy()
    },
  }
}
