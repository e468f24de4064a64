import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Place, Shelf } from './places.ts'

const NAME = /^baton-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)$/
/** Somebody is told of a newest backup that is older than so many days. */
export const BACKUP_DAYS = 2
/** In DATA_DIR: why the last backup that was to be made by itself failed; absent if it did not. */
export const FAILURE_FILE = 'backup-failed.txt'

/** The name of a backup made at a time, by the server's clock. */
export function nameOf(time: number): string {
  const at = new Date(time)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`
  return `baton-${day}-${two(at.getHours())}${two(at.getMinutes())}`
}

/** When a backup was made by its name, to the minute; undefined for any other folder. */
export function timeOf(name: string): number | undefined {
  const parts = NAME.exec(name)?.slice(1).map(Number)
  if (!parts) return undefined
  const [year = 0, month = 1, day, hour, minute] = parts
  return new Date(year, month - 1, day, hour, minute).getTime()
}

/** Whole backups, which stay whole until they are removed. */
const known = new Set<string>()

/** The whole backups on a shelf with their times, the newest first. */
export async function backupsOn(shelf: Shelf): Promise<{ name: string; at: number }[]> {
  const found: { name: string; at: number }[] = []
  for (const name of await shelf.names()) {
    const at = timeOf(name)
    if (at !== undefined && (await isWhole(shelf.place(name)))) found.push({ name, at })
  }
  return found.sort((a, b) => b.at - a.at)
}

async function isWhole(place: Place): Promise<boolean> {
  try {
    if (!known.has(place.name) && (await place.isTaken())) known.add(place.name)
    return known.has(place.name)
  } finally {
    await place.close()
  }
}

export interface LatestBackup {
  /** When the newest one was made, in milliseconds since 1970; null if there is none. */
  at: number | null
  /** How many there are. */
  kept: number
  /** Why the last attempt to make one failed; null if it did not. */
  error: string | null
}

/** @throws the file system's error, or StorageError, where they can't be read */
export async function latestBackup(shelf: Shelf, dataDir: string): Promise<LatestBackup> {
  const found = await backupsOn(shelf)
  const error = await readFile(join(dataDir, FAILURE_FILE), 'utf8').catch(() => null)
  return { at: found[0]?.at ?? null, kept: found.length, error }
}
