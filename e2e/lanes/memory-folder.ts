import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const FOLDER = '/dev/shm'
/** Bytes that must be free, most of them for the tests' processes: 460 MB of files were seen in the middle of a run. */
const ROOM = 8 * 2 ** 30

/**
 * Makes a folder in memory for the files of tests, where there is room for it: databases that live for a second each
 * take a tenth of the tests' processor time to make and delete on a disk. A process that is killed leaves in memory
 * what it would leave on a disk. The folder is removed when this process ends, unless it is killed.
 *
 * @returns undefined where there is too little room, where the folder can't be made, or where no program may run from
 * it, as a browser from a package does
 */
export function newMemoryFolder(): string | undefined {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
    if (mounts.some((mount) => mount.split(' ')[1] === FOLDER && /\bnoexec\b/.test(mount))) return undefined
    const { bavail, bsize } = statfsSync(FOLDER)
    if (bavail * bsize < ROOM || freemem() < ROOM) return undefined
    const folder = mkdtempSync(join(FOLDER, 'baton-tests-'))
    chmodSync(folder, 0o1777) // PostgreSQL runs as a user of its own
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    return folder
  } catch {
    return undefined
  }
}
