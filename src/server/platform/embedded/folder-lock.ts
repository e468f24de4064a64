import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Depth } from './integrity.ts'

const SQLITE_BUSY = 5
const OTHERS_TIMEOUT_MS = 1_000 // milliseconds to wait for `npm run doctor`, which may be reading the database

/** The state of the database file, recorded so that a later process can tell whether it was changed. */
interface Note {
  inode: number
  size: number
  changedAt: number
  /** 1 if the process that recorded it closed the database properly, otherwise 0. */
  isClosed: number
}

interface FolderLock {
  /** How thoroughly the database must be checked before it is used. */
  check: Depth
  /** Records the current state of the database file for the next process. */
  note(state: { isClosed: boolean }): void
  release(): void
}

/**
 * Locks the data folder for this process, by a file lock that the kernel releases when the process ends, even if it
 * crashes. The lock file also records how the last process left the database.
 * @throws Error with advice for the operator when another process has locked it; the system's error when the folder
 * isn't writable
 */
export function lockFolder(dataDir: string): FolderLock {
  const folder = resolve(dataDir)
  const file = join(folder, 'lock.db')
  const database = join(folder, 'baton.db')
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    // SQLite opens a read-only file without an error but could not lock it.
    accessSync(file, constants.W_OK)
    // In this mode, SQLite keeps a lock that it has taken until the connection closes.
    lock.exec('pragma locking_mode = exclusive; begin exclusive; commit')
    const note = readNote(lock)
    // If the lock file was deleted, a running process locks the deleted one. So the database itself is tested too.
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
 * Not at all if it was closed properly and is unchanged; quickly after a crash, which SQLite repairs; else every row.
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

/** Whether another process has the database open, which prevents an exclusive lock on it. */
function isOpenElsewhere(database: string): boolean {
  const probe = new DatabaseSync(database, { timeout: OTHERS_TIMEOUT_MS })
  try {
    probe.exec('pragma locking_mode = exclusive; begin exclusive; commit')
    return false
  } catch (error) {
    return isBusy(error) // another problem will be found when the database is checked
  } finally {
    probe.close()
  }
}

const isBusy = (error: unknown) => (error as { errcode?: number }).errcode === SQLITE_BUSY

const inUse = (folder: string) =>
  new Error(`The data folder ${folder} is in use by another process. Stop it, or set DATA_DIR to another folder.`)
