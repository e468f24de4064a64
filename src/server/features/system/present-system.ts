import { resolve } from 'node:path'
import type { Data } from '#contract/index.ts'
import { nameOf } from '../../adapters/storage/s3/address.ts'
import { lastDue } from '../../backup/keep.ts'
import type { Check } from '../../cli/checks/check.ts'
import { checkDisk } from '../../cli/checks/disk.ts'
import { checkFrontDoor } from '../../cli/checks/front-door.ts'
import { checkOpenFiles } from '../../cli/checks/open-files.ts'
import { checkSecretKey } from '../../cli/checks/secret-key.ts'
import { checkStorage } from '../../cli/checks/storage.ts'
import type { Dependencies } from '../../context.ts'
import { hasRowLocks } from '../../db/dialect.ts'
import { ownNews } from '../../process/news.ts'
import { version } from '../../process/version.ts'
import { type Facts, gatherFacts } from './facts.ts'
import { countDeadJobs, countMailboxes, databaseBytes } from './queries.ts'
import { rules, troublesIn } from './rules.ts'

type State = Data<'getSystem'>

const DAY_MS = 24 * 60 * 60 * 1000
/** For so long what takes time to look at is not looked at again. */
const KEPT_MS = 60_000
/** For so long what is in a bucket is not counted again, as that costs a request for each thousand files. */
const COUNTED_MS = 60 * 60 * 1000
/** The doctor's checks that send nothing to others. */
const checks: Check[] = [checkDisk, checkSecretKey, checkOpenFiles, checkFrontDoor]

type Findings = State['findings']
interface Counted {
  files: number
  bytes: number
}
const knownFindings = new WeakMap<Dependencies['recent'], Kept<Findings>>()
const knownCounts = new WeakMap<Dependencies['recent'], Kept<Counted>>()

const dateOf = (time: number) => new Date(time).toISOString()

/** The state of the installation and of this process. @throws the driver's error when the database can't be read */
export async function presentSystem(deps: Dependencies): Promise<State> {
  const { config, database, recent } = deps
  const facts = await gatherFacts(deps)
  const countedMs = config.storage ? COUNTED_MS : KEPT_MS
  const counted = await lately(knownCounts, deps, countedMs, () => countFiles(deps)).catch(() => undefined)
  // Where the files can't be counted, the doctor's check says why.
  const ofStorage = counted ? [] : await findingsOf(deps, [checkStorage])
  const findings = [...(await lately(knownFindings, deps, KEPT_MS, () => findingsOf(deps, checks))), ...ofStorage]
  const { files, bytes } = counted ?? { files: 0, bytes: 0 }
  const { rss, heapUsed, external } = process.memoryUsage()
  return {
    version,
    news: ownNews(),
    started_at: dateOf(recent.startedAt),
    at: dateOf(facts.now),
    troubles: troublesIn(facts).map(({ rule, detail }) => ({
      ...{ rule, detail },
      ...{ title: rules[rule].title, mend: rules[rule].mend },
    })),
    findings,
    database: { kind: hasRowLocks(database.read) ? 'postgres' : 'sqlite', bytes: await databaseBytes(database.read) },
    storage: { files, bytes, disk_free_bytes: facts.disk.free, disk_bytes: facts.disk.size },
    queue: {
      waiting: facts.queue.reduce((sum, { count }) => sum + count, 0),
      oldest_seconds: Math.max(0, ...facts.queue.map(({ seconds }) => Math.round(seconds))),
      failed: await countDeadJobs(database.read),
    },
    backups: presentBackups(deps, facts.backup),
    mail: {
      is_set_up: config.mail !== undefined,
      mailboxes: await countMailboxes(database.read),
      mailboxes_failing: facts.mailboxesFailing,
    },
    memory: { resident: rss, heap: heapUsed, external },
    requests: facts.requests,
  }
}

function presentBackups({ config, now }: Dependencies, found: Facts['backup']): State['backups'] {
  if (!config.backup || !found) return null
  const { folder, bucket, at } = config.backup
  return {
    folder: bucket ? nameOf(bucket) : resolve(folder),
    newest_at: found.at === null ? null : dateOf(found.at),
    kept: found.kept,
    next_at: dateOf(lastDue(now() + DAY_MS, at)),
    is_encrypted: config.backupRecipient !== undefined,
    error: found.error,
  }
}

interface Kept<Found> {
  at: number
  found: Promise<Found>
}

/** What was found lately, or is found now; a failure is not kept. */
function lately<Found>(
  known: WeakMap<Dependencies['recent'], Kept<Found>>,
  { recent }: Dependencies,
  ms: number,
  find: () => Promise<Found>,
): Promise<Found> {
  const kept = known.get(recent)
  if (kept && Math.abs(Date.now() - kept.at) < ms) return kept.found
  const found = find()
  known.set(recent, { at: Date.now(), found })
  found.catch(() => known.delete(recent))
  return found
}

async function findingsOf({ config }: Dependencies, asked: readonly Check[]): Promise<Findings> {
  const patient = { config, reach: '', database: undefined }
  const all = (await Promise.all(asked.map((check) => check(patient)))).flat()
  return all.map(({ name, isOk, detail, mend = null }) => ({ name, is_ok: isOk, detail, mend }))
}

async function countFiles({ storage }: Dependencies): Promise<Counted> {
  const counted = { files: 0, bytes: 0 }
  for await (const { size } of storage.list()) {
    counted.files += 1
    counted.bytes += size
  }
  return counted
}
