import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { BACKUP_DAYS, latestBackup } from '../../backup/folders.ts'
import { createShelf } from '../../backup/places.ts'
import { type Check, fine, reasonOf, wrong } from './check.ts'
import { assertWritable } from './disk.ts'
import { mendOfShortage } from './mend-shortage.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Checks that backups are made by themselves where BACKUP_DIR is set, and can be. */
export const checkBackups: Check = async ({ config: { backup, databaseUrl, dataDir } }) => {
  const name = 'backups'
  if (!backup) return fine(name, 'BACKUP_DIR is not set: none is made by itself.')
  if (databaseUrl && spawnSync('pg_dump', ['--version']).status !== 0)
    return wrong(
      name,
      'pg_dump is not installed, by which PostgreSQL is backed up.',
      'Install it, no older than the server (Debian: apt-get install postgresql-client).',
    )
  try {
    if (!backup.bucket) await assertWritable(resolve(backup.folder))
    const { at, error } = await latestBackup(createShelf(backup), dataDir)
    const age = at === null ? 'There is none yet' : `The newest is from ${new Date(at).toISOString()}`
    const mend = 'Look for “backup” in the log of the server, and make one now: npm run backup -- FOLDER'
    if (error !== null) return wrong(name, `${age}, and the last attempt failed: ${error}`, mend)
    if (at !== null && Date.now() - at > BACKUP_DAYS * DAY_MS) return wrong(name, `${age}, which is too old.`, mend)
    return fine(name, `${age}; one is made each day at ${backup.at}.`)
  } catch (error) {
    const general = backup.bucket
      ? 'Make the bucket of BACKUP_DIR, and let the key of AWS_ACCESS_KEY_ID put, get, list and delete objects in it.'
      : `Let the user that runs the server own ${resolve(backup.folder)}, or set BACKUP_DIR to a folder it may write to.`
    return wrong(name, `BACKUP_DIR can't be used: ${reasonOf(error)}.`, mendOfShortage(error) ?? general)
  }
}
