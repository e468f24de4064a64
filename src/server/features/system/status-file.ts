import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Data } from '#contract/index.ts'
import { repeat } from '../../concurrency/repeat.ts'
import type { Dependencies } from '../../context.ts'
import { presentSystem } from './present-system.ts'

const FILE = 'status.json'
const EVERY_MS = 60_000
const FIRST_AFTER_MS = 30_000

/** Writes the state of the installation into the data folder, for `npm run status`. */
export async function writeStatus(deps: Dependencies): Promise<void> {
  const path = join(deps.config.dataDir, FILE)
  await writeFile(`${path}.new`, `${JSON.stringify(await presentSystem(deps), null, 2)}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
}

/** Writes the state once a minute; each process does. Alarms don't wait for it, as counting the files may take long. */
export function startStatus(deps: Dependencies): void {
  const warning = 'The state of the installation could not be written'
  repeat(deps, () => writeStatus(deps), { firstAfterMs: FIRST_AFTER_MS, everyMs: EVERY_MS, warning })
}

/** The state that a server has written last; undefined if none has. */
export async function readStatus(dataDir: string): Promise<Data<'getSystem'> | undefined> {
  const text = await readFile(join(dataDir, FILE), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Data<'getSystem'>)
}
