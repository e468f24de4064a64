import { statfs } from 'node:fs/promises'
import type { Config } from '../settings/config.ts'

const MEGABYTE = 1_048_576

/** There is less room on the disk than is kept for conversations. */
export class DiskReserveError extends Error {
  readonly code = 'ERR_DISK_RESERVE'

  constructor() {
    super('The last room on the disk is kept for conversations (DISK_RESERVE).')
    this.name = 'DiskReserveError'
  }
}

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 'storage' | 'diskReserve'>

/**
 * Refuses what takes room and can wait, before a full disk would end conversations, too.
 * @param what uploaded files, or rows of sources and crawls; either may lie on another machine
 * @throws DiskReserveError if it would lie on the disk of the data folder, and less than the reserve is free there
 */
export async function assertRoom(settings: Settings, what: 'files' | 'rows'): Promise<void> {
  const { dataDir, databaseUrl, storage, diskReserve } = settings
  const isElsewhere = databaseUrl !== undefined && (what === 'rows' || storage !== undefined)
  if (diskReserve === 0 || isElsewhere) return
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < diskReserve * MEGABYTE) throw new DiskReserveError()
}
