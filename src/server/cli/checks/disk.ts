import { randomUUID } from 'node:crypto'
import { access, constants, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Check, fine, reasonOf, wrong } from './check.ts'
import { mendOfShortage } from './mend-shortage.ts'

const MEGABYTE = 1_048_576
const NEEDED_MEGABYTES = 500 // for a few uploads, their training, and maintenance of the database file

export const checkDisk: Check = async ({ config }) => {
  const folder = resolve(config.dataDir)
  const name = 'data folder'
  try {
    const existing = await assertWritable(folder)
    const { bavail, bsize } = await statfs(existing)
    const free = `${((bavail * bsize) / 1_073_741_824).toFixed(1)} GB free in ${folder}`
    if (bavail * bsize >= (config.diskReserve || NEEDED_MEGABYTES) * MEGABYTE) return fine(name, `Writable, ${free}.`)
    const waiting = config.diskReserve ? ' Uploads, crawls and training wait (DISK_RESERVE); conversations go on.' : ''
    return wrong(name, `Only ${free}.${waiting}`, 'Make room on that disk, or move DATA_DIR to a larger one.')
  } catch (error) {
    const mend =
      mendOfShortage(error) ??
      `Let the user that runs the server own ${folder}, or set DATA_DIR to a folder it may write to.`
    return wrong(name, `It can't be written to: ${reasonOf(error)}.`, mend)
  }
}

/** @returns the folder, or the nearest above it that exists. @throws the system's error if it can't be written to */
export async function assertWritable(folder: string): Promise<string> {
  const existing = await nearestExisting(folder)
  if (existing === folder) await tryToWrite(folder)
  else await access(existing, constants.W_OK)
  return existing
}

async function nearestExisting(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => undefined)
  if (found && !found.isDirectory()) throw new Error(`${folder} is not a folder`)
  return found ? folder : nearestExisting(dirname(folder))
}

async function tryToWrite(folder: string): Promise<void> {
  const path = join(folder, `doctor-${randomUUID()}`)
  try {
    await writeFile(path, new Uint8Array(64 * 1024), { flag: 'wx', mode: 0o600, flush: true })
  } finally {
    await rm(path, { force: true })
  }
}
