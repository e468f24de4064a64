import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Depth } from './integrity.ts'

const SQLITE_BUSY = 5
const OTHERS_TIMEOUT_MS = 1_000 // enough for a doctor that is looking at the database to finish

/** The database file as the last process left it, or as the running one found it. */
interface Note {
  inode: number
  size: number
  changedAt: number
  /** 1 once that process has closed the database in order. */
  isClosed: number
}

export interface FolderLock {
  /** How thoroughly the database must be checked before it is used. */
  check: Depth
  /** Records how this process leaves the database, for the next one. */
  note(state: { isClosed: boolean }): void
  release(): void
}

/**
 * Locks the data folder for this process. The kernel holds the lock, on a file of its own, so that it ends with the
 * process however that dies. The file also records how the last process left the database.
 * @throws Error with a sentence that names the folder when another process has it; the system's own error when the
 *   folder can't be written to
 */
export function lockFolder(dataDir: string): FolderLock {
  const folder = resolve(dataDir)
  const file = join(folder, 'lock.db')
  const database = join(folder, 'baton.db')
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    // SQLite would open a file that it can't write to without complaint, and lock nothing
    accessSync(file, constants.W_OK)
    // In this mode, SQLite keeps a lock that it has taken until the connection closes.
    lock.exec('pragma locking_mode = exclusive; begin exclusive; commit')
    const note = readNote(lock)
    // Somebody may have deleted the lock file while a process was running. That process still locks the deleted file,
    // and this one would lock a new one.
    if (!note && existsSync(database) && isOpenElsewhere(database)) throw inUse(folder)
    return {
      check: depthOf(note, describe(database)),
      note: ({ isClosed }) => writeNote(lock, database, isClosed),
      release: () => lock.close(),
    }
  } catch (error) {
    lock.close()
    throw isBusy(error) ? inUse(folder) : error
  }
}

/**
 * Decides how thoroughly to check the database. One that was closed in order and not touched since is sound. One that
 * its process did not close is repaired by SQLite itself, so that a quick look is enough. Any other has been copied or
 * written to by another program, so every row is checked.
 */
export function depthOf(note: Note | undefined, found: Omit<Note, 'isClosed'>): Depth {
  if (note?.inode !== found.inode) return 'full'
  if (!note.isClosed) return 'quick'
  return note.size === found.size && note.changedAt === found.changedAt ? 'none' : 'full'
}

function describe(database: string): Omit<Note, 'isClosed'> {
  const found = statSync(database, { throwIfNoEntry: false })
  return { inode: found?.ino ?? 0, size: found?.size ?? 0, changedAt: Math.trunc(found?.mtimeMs ?? 0) }
}

/** The note in the lock file; undefined in one that no process has locked yet. */
function readNote(lock: DatabaseSync): Note | undefined {
  if (!lock.prepare("select 1 from sqlite_schema where name = 'note'").get()) return undefined
  return lock.prepare('select inode, size, changedAt, isClosed from note').get() as unknown as Note | undefined
}

function writeNote(lock: DatabaseSync, database: string, isClosed: boolean): void {
  const { inode, size, changedAt } = describe(database)
  lock.exec(
    'create table if not exists note (id integer primary key, inode integer, size integer, changedAt integer, isClosed integer)',
  )
  lock.prepare('replace into note values (1, ?, ?, ?, ?)').run(inode, size, changedAt, isClosed ? 1 : 0)
}

/** Whether another process uses the database: then nobody can lock it for itself alone. */
function isOpenElsewhere(database: string): boolean {
  const probe = new DatabaseSync(database, { timeout: OTHERS_TIMEOUT_MS })
  try {
    probe.exec('pragma locking_mode = exclusive; begin exclusive; commit')
    return false
  } catch (error) {
    return isBusy(error) // any other problem is found when the database is checked
  } finally {
    probe.close()
  }
}

const isBusy = (error: unknown) => (error as { errcode?: number }).errcode === SQLITE_BUSY

const inUse = (folder: string) =>
  new Error(`The data folder ${folder} is in use by another process. Stop it, or set DATA_DIR to another folder.`)
