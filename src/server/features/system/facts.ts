import { statfs } from 'node:fs/promises'
import { type LatestBackup, latestBackup } from '../../backup/folders.ts'
import { createShelf } from '../../backup/places.ts'
import { orAborted } from '../../concurrency/or-aborted.ts'
import type { Dependencies } from '../../context.ts'
import { dueJobs } from '../../platform/job-table.ts'
import { certificateEnd } from '../../process/certificate.ts'
import { countFailingMailboxes, countWebhooksOff } from './queries.ts'

/** Metrics, alarms and the System page wait no longer than this for the place of backups. */
const LOOK_MS = 5_000

/** The state of the installation as this process sees it. Times are in milliseconds since 1970, sizes in bytes. */
export interface Facts {
  now: number
  startedAt: number
  /** Null where BACKUP_DIR is not set; as it was last seen, with the reason as its error, while that can't be read. */
  backup: LatestBackup | null
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
    backup: await backupOf(deps),
    disk: { free: bavail * bsize, size: blocks * bsize },
    queue: await dueJobs(database.read),
    mailboxesFailing: await countFailingMailboxes(database.read),
    webhooksOff: await countWebhooksOff(database.read),
    modelsFailing: recent.failingModels(),
    certificateEndsAt: await certificateEnd(config.publicUrl, deps.now()),
    requests: recent.requests(),
  }
}

/** What each process saw last of its backups, for while a bucket, or a folder of another machine, does not answer. */
const seen = new WeakMap<Dependencies['recent'], LatestBackup>()

async function backupOf({ config, recent }: Dependencies): Promise<LatestBackup | null> {
  if (!config.backup) return null
  try {
    const looking = latestBackup(createShelf(config.backup), config.dataDir)
    const found = await orAborted(looking, AbortSignal.timeout(LOOK_MS))
    seen.set(recent, found)
    return found
  } catch (error) {
    return { at: null, kept: 0, ...seen.get(recent), error: `BACKUP_DIR can’t be read: ${(error as Error).message}` }
  }
}
