import { statfs } from 'node:fs/promises'
import { latestBackup } from '../../backup/folders.ts'
import { createShelf } from '../../backup/places.ts'
import type { Dependencies } from '../../context.ts'
import { dueJobs } from '../../platform/job-table.ts'
import { certificateEnd } from '../../process/certificate.ts'
import { countFailingMailboxes, countWebhooksOff } from './queries.ts'

/** The state of the installation as this process sees it. Times are in milliseconds since 1970, sizes in bytes. */
export interface Facts {
  now: number
  startedAt: number
  /** Null where BACKUP_DIR is not set. `at` is null while there is no backup, `error` unless the last attempt failed. */
  backup: { at: number | null; error: string | null } | null
  /** The disk of the data folder. */
  disk: { free: number; size: number }
  /** Jobs that are due by name, and for how many seconds the oldest has been. */
  queue: { name: string; count: number; seconds: number }[]
  mailboxesFailing: number
  webhooksOff: number
  /** The slugs of providers' models that fail in this process. */
  modelsFailing: string[]
  /** When the certificate of PUBLIC_URL ends; null if it has none or can't be reached. */
  certificateEndsAt: number | null
  /** Requests to this process in the last 15 minutes, and those answered with 500 or above. */
  requests: { answered: number; failed: number }
}

/** @throws the driver's error when the database can't be read */
export async function gatherFacts(deps: Dependencies): Promise<Facts> {
  const { config, database, recent } = deps
  const { bavail, blocks, bsize } = await statfs(config.dataDir)
  return {
    now: deps.now(),
    startedAt: recent.startedAt,
    backup: config.backup ? await latestBackup(createShelf(config.backup), config.dataDir) : null,
    disk: { free: bavail * bsize, size: blocks * bsize },
    queue: await dueJobs(database.read),
    mailboxesFailing: await countFailingMailboxes(database.read),
    webhooksOff: await countWebhooksOff(database.read),
    modelsFailing: recent.failingModels(),
    certificateEndsAt: await certificateEnd(config.publicUrl, deps.now()),
    requests: recent.requests(),
  }
}
