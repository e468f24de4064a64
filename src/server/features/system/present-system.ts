import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Data } from '#contract/index.ts'
import { backupsIn } from '../../backup/folders.ts'
import { lastDue } from '../../backup/keep.ts'
import { checkDisk } from '../../cli/checks/disk.ts'
import { checkFrontDoor } from '../../cli/checks/front-door.ts'
import { checkOpenFiles } from '../../cli/checks/open-files.ts'
import { checkSecretKey } from '../../cli/checks/secret-key.ts'
import type { Dependencies } from '../../context.ts'
import { hasRowLocks } from '../../db/dialect.ts'
import { version } from '../../process/version.ts'
import { gatherFacts } from './facts.ts'
import { countDeadJobs, countMailboxes, databaseBytes } from './queries.ts'
import { rules, troublesIn } from './rules.ts'

type State = Data<'getSystem'>

const DAY_MS = 24 * 60 * 60 * 1000
/** For so long what takes time to look at is not looked at again. */
const KEPT_MS = 60_000
const checks = [checkDisk, checkSecretKey, checkOpenFiles, checkFrontDoor]

type Slow = Pick<State, 'findings'> & { files: number; bytes: number }
const known = new WeakMap<Dependencies['recent'], { at: number; found: Promise<Slow> }>()

const dateOf = (time: number) => new Date(time).toISOString()

/** The state of the installation and of this process. @throws the driver's error when the database can't be read */
export async function presentSystem(deps: Dependencies): Promise<State> {
  const { config, database, recent } = deps
  const facts = await gatherFacts(deps)
  const { findings, files, bytes } = await slowly(deps)
  const { rss, heapUsed, external } = process.memoryUsage()
  return {
    version,
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
    backups: await presentBackups(deps, facts.backup),
    mail: {
      is_set_up: config.mail !== undefined,
      mailboxes: await countMailboxes(database.read),
      mailboxes_failing: facts.mailboxesFailing,
    },
    memory: { resident: rss, heap: heapUsed, external },
    requests: facts.requests,
  }
}

async function presentBackups(
  { config, now }: Dependencies,
  found: { at: number | null; error: string | null } | null,
): Promise<State['backups']> {
  if (!config.backup || !found) return null
  const { folder, at } = config.backup
  return {
    folder: resolve(folder),
    newest_at: found.at === null ? null : dateOf(found.at),
    kept: (await backupsIn(folder)).length,
    next_at: dateOf(lastDue(now() + DAY_MS, at)),
    is_encrypted: config.backupRecipient !== undefined,
    error: found.error,
  }
}

/** The doctor's checks that send nothing to others, and the uploaded files, looked at once a minute at most. */
function slowly(deps: Dependencies): Promise<Slow> {
  const kept = known.get(deps.recent)
  if (kept && Math.abs(Date.now() - kept.at) < KEPT_MS) return kept.found
  const found = lookSlowly(deps)
  known.set(deps.recent, { at: Date.now(), found })
  found.catch(() => known.delete(deps.recent))
  return found
}

async function lookSlowly({ config }: Dependencies): Promise<Slow> {
  const patient = { config, reach: '', database: undefined }
  const all = (await Promise.all(checks.map((check) => check(patient)))).flat()
  const findings = all.map(({ name, isOk, detail, mend = null }) => ({ name, is_ok: isOk, detail, mend }))
  const folder = join(config.dataDir, 'files')
  let files = 0
  let bytes = 0
  for (const name of await readdir(folder).catch(() => [])) {
    files += 1
    bytes += (await stat(join(folder, name)).catch(() => ({ size: 0 }))).size
  }
  return { findings, files, bytes }
}
