import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { keyFileIn } from '../adapters/secrets/key-file.ts'
import { createStorage, filesFolder } from '../adapters/storage/create-storage.ts'
import { unlessMissing } from '../file-system/unless-missing.ts'
import { backUpDatabase } from '../platform/create-platform.ts'
import { version } from '../process/version.ts'
import type { Config } from '../settings/config.ts'
import { ERASED_FILE } from './erased.ts'
import { type Manifest, writeManifest } from './manifest.ts'
import type { Place } from './places.ts'
import { SEALED, type Source } from './store.ts'

const DATABASE_FILES = ['baton.db', 'baton.dump']

/**
 * Copies an installation, running or not, to a new place, which `restore` reads. Files are copied before the database,
 * so that one which is removed meanwhile is in the copy, and again after it, because the copied database may refer to
 * files stored meanwhile. Each file is read back. Where it is encrypted or goes to a bucket, the database's copy lies
 * for a while in the data folder, so that it is never in the backup's in clear.
 * @returns the number of uploaded files
 * @throws Error with a sentence when the place is taken, or there is nothing to copy
 */
export async function backUp(config: Config, place: Place): Promise<number> {
  if (await place.isTaken()) throw new Error(`${place.name} exists already. Name a new folder.`)
  const { dataDir, backupRecipient: recipient } = config
  const storage = createStorage(config)
  const work = (recipient ? undefined : place.room) ?? join(dataDir, 'backup.part')
  const found: Manifest = {
    format: 'baton-backup-1',
    version,
    at: Date.now(),
    isEncrypted: recipient !== undefined,
    files: {},
  }
  const add = async (path: string, source: () => Source | Promise<Source | undefined>) => {
    const name = recipient ? path + SEALED : path
    if (name in found.files) return
    const from = await source()
    const stored = from && (await place.store(from, name, recipient).catch(unlessMissing))
    if (stored) found.files[name] = stored
  }
  const addFiles = async () => {
    for await (const { key } of storage.list())
      await add(`files/${key}`, () => (config.storage ? storage.open(key) : join(filesFolder(dataDir), key)))
  }
  await rm(work, { recursive: true, force: true })
  try {
    await place.begin(work)
    await mkdir(work, { recursive: true, mode: 0o700 })
    await addFiles()
    await backUpDatabase(config, work)
    for (const name of DATABASE_FILES) {
      await add(name, () => join(work, name))
      await rm(join(work, name), { force: true })
    }
    await addFiles()
    // After the database, as the key is made before anything is sealed under it.
    if (!config.secrets.key) await add('secret.key', () => keyFileIn(dataDir))
    await add(ERASED_FILE, () => join(dataDir, ERASED_FILE))
    await rm(work, { recursive: true })
    await writeManifest(place, found)
    return Object.keys(found.files).filter((name) => name.startsWith('files/')).length
  } catch (error) {
    await place.abandon().catch(() => {})
    throw error
  } finally {
    await rm(work, { recursive: true, force: true })
    await storage.close()
  }
}
