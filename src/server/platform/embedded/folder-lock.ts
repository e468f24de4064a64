import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Depth } from './integrity.ts'

const SQLITE_BUSY = 5
const OTHERS_TIMEOUT_MS = 1_000 // a doctor that looks at the database is done by then

/** The database file as the last process left it, or as a running one found it. */
interface Note {
  inode: number
  size: number
  changedAt: number
  /** 1 once that process has closed the database. */
  isClosed: number
}

export interface FolderLock {
  /** How closely the database must be looked at before it is used. */
  check: Depth
  /** Tells the next process how this one leaves the database. */
  note(state: { isClosed: boolean }): void
  release(): void
}

/**
 * Takes the data folder for this process. The lock is the kernel's, on a file of its own: it ends with the process
 * however that dies. The file also says how the last process left the database.
 *
 * @throws Error with a sentence that names the folder when another process has it; of the system when it may not write
 */
export function lockFolder(dataDir: string): FolderLock {
  const folder = resolve(dataDir)
  const file = join(folder, 'lock.db')
  const database = join(folder, 'baton.db')
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    accessSync(file, constants.W_OK) // SQLite opens what it may only read all the same, and locks nothing
    // In this mode a lock, once taken, is kept until the connection closes.
    lock.exec('pragma locking_mode = exclusive; begin exclusive; commit')
    const note = readNote(lock)
    // Somebody may have deleted the file under the process that has the folder: then this one is new.
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
 * A file that was closed and not touched since is sound. One that its process didn't close is repaired by SQLite
 * itself; the look at it is quick, as the start waits. Any other has been copied or written to: every row is looked at.
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

/** Undefined in a file that no process has held yet. */
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

/** Nobody can have a database to itself that another connection is using. */
function isOpenElsewhere(database: string): boolean {
  const probe = new DatabaseSync(database, { timeout: OTHERS_TIMEOUT_MS })
  try {
    probe.exec('pragma locking_mode = exclusive; begin exclusive; commit')
    return false
  } catch (error) {
    return isBusy(error) // what else is wrong with it is found when it is looked at
  } finally {
    probe.close()
  }
}

const isBusy = (error: unknown) => (error as { errcode?: number }).errcode === SQLITE_BUSY

const inUse = (folder: string) =>
  new Error(`The data folder ${folder} is in use by another process. Stop it, or set DATA_DIR to another folder.`)
