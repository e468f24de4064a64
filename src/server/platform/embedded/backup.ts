import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { embeddedDatabaseIn } from '../data-folder.ts'
import { damageOf, MEND_DAMAGE } from './integrity.ts'

// All pages are copied in one step, because a write between two steps would make the copy start again.
const PAGES_AT_ONCE = 2 ** 31 - 1

/** @throws Error with advice when there is no database, or it is damaged; else the driver's error */
export async function backUpEmbedded(dataDir: string, folder: string): Promise<void> {
  const path = embeddedDatabaseIn(dataDir)
  const copy = join(folder, 'baton.db')
  const source = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  try {
    await backup(source, copy, { rate: PAGES_AT_ONCE })
  } finally {
    source.close()
  }
  const damage = damageOf(copy, 'full', { readOnly: false })
  if (damage) throw new Error(`The database ${path} is damaged, and so its copy would be: ${damage}. ${MEND_DAMAGE}`)
}
