import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const FOLDER = '/dev/shm'
/** Bytes. The tests of all lanes use a quarter of it for files, the rest is for their processes. */
const ROOM = 8 * 2 ** 30

/**
 * Makes a folder in memory for the files of tests, where there is room for it: databases that live for a second each
 * take a tenth of the tests' processor time to make and delete on a disk. A process that is killed leaves in memory what
 * it would leave on a disk.
 */
export function memoryFolder(): string | undefined {
  try {
    accessSync(FOLDER, constants.W_OK)
    const { bavail, bsize } = statfsSync(FOLDER)
    if (bavail * bsize < ROOM || freemem() < ROOM) return undefined
    const folder = mkdtempSync(join(FOLDER, 'baton-tests-'))
    chmodSync(folder, 0o1777) // PostgreSQL runs as a user of its own
    return folder
  } catch {
    return undefined
  }
}
