import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repeat } from '../concurrency/repeat.ts'
import type { Dependencies } from '../context.ts'
import { shortageOf } from '../process/shortage.ts'
import { backUp } from './back-up.ts'
import { backupsOn, FAILURE_FILE, nameOf, timeOf } from './folders.ts'
import { lastDue, superfluous } from './keep.ts'
import { createShelf, type Shelf } from './places.ts'

const EVERY_MS = 60_000
const FIRST_AFTER_MS = 20_000 // so that it doesn't slow down the start of the process
const AGAIN_AFTER_MS = 60 * 60 * 1000 // after a failure

/**
 * Makes a backup if none was made since the last `BACKUP_AT`, and removes those that are not to be kept. Of several
 * processes one does it. What fails is told by the log and the System page, and tried again after an hour.
 */
export function createNightly(deps: Dependencies): () => Promise<void> {
  const { backup, dataDir } = deps.config
  let notBefore = 0
  return async () => {
    if (!backup || deps.now() < notBefore) return
    const shelf = createShelf(backup)
    const isDue = async () => ((await backupsOn(shelf))[0]?.at ?? 0) < lastDue(deps.now(), backup.at)
    if (!(await isDue())) return
    const giveBack = await deps.rateLimits.hold('backup', 1)
    if (!giveBack) return
    try {
      if (!(await isDue())) return
      if (!backup.bucket) await mkdir(backup.folder, { recursive: true, mode: 0o700 })
      const begun = performance.now()
      const place = shelf.place(nameOf(deps.now()))
      await removeUnfinished(shelf)
      const files = await backUp(deps.config, place).finally(() => place.close())
      await rm(join(dataDir, FAILURE_FILE), { force: true })
      deps.log.info({ files, ms: Math.round(performance.now() - begun) }, 'a backup was made')
      for (const { name } of superfluous(await backupsOn(shelf), backup.keep)) await shelf.remove(name)
    } catch (error) {
      notBefore = deps.now() + AGAIN_AFTER_MS
      const reason = error instanceof Error ? error.message.split('\n')[0]! : String(error)
      // Of a full disk the log would only say that this server's writes are refused, and it may be another disk.
      deps.log.error(shortageOf(error) ? { reason } : { err: error }, 'the backup could not be made')
      await writeFile(join(dataDir, FAILURE_FILE), reason, { mode: 0o600 }).catch(() => {})
    } finally {
      giveBack()
    }
  }
}

/** Removes what processes that died have left of backups, which would take the room of the next. */
async function removeUnfinished(shelf: Shelf): Promise<void> {
  const whole = (await backupsOn(shelf)).map(({ name }) => name)
  for (const name of await shelf.names())
    if (timeOf(name.replace(/\.part$/, '')) !== undefined && !whole.includes(name)) await shelf.remove(name)
}

/** Looks once a minute whether a backup is due, so that a server which was off makes it soon after its start. */
export function startBackups(deps: Dependencies): void {
  if (!deps.config.backup) return
  const warning = 'It could not be seen whether a backup is due'
  repeat(deps, createNightly(deps), { firstAfterMs: FIRST_AFTER_MS, everyMs: EVERY_MS, warning })
}
