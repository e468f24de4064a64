import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { keyFileIn } from '../adapters/secrets/key-file.ts'
import { backUpDatabase } from '../platform/create-platform.ts'
import { version } from '../process/version.ts'
import type { Config } from '../settings/config.ts'
import { ERASED_FILE } from './erased.ts'
import { type Manifest, writeManifest } from './manifest.ts'
import { SEALED, store } from './store.ts'

export const DATABASE_FILES = ['baton.db', 'baton.dump']

/**
 * Copies an installation, running or not, to a new folder, which `restore` reads. Files are copied before the database,
 * so that one which is removed meanwhile is in the copy, and again after it, because the copied database may refer to
 * files stored meanwhile. Each file is read back. Until all is complete, the folder's name ends in `.part`. Where it is
 * encrypted, the database's copy lies for a while in the data folder, so that it is never in the backup's in clear.
 * @returns the number of uploaded files
 * @throws Error with a sentence when the folder exists, or there is nothing to copy
 */
export async function backUp(config: Config, folder: string): Promise<number> {
  if (existsSync(folder)) throw new Error(`${folder} exists already. Name a new folder.`)
  const { dataDir, backupRecipient: recipient } = config
  const part = `${folder}.part`
  const work = recipient ? join(dataDir, 'backup.part') : `${part}/database`
  const found: Manifest = {
    format: 'baton-backup-1',
    version,
    at: Date.now(),
    isEncrypted: recipient !== undefined,
    files: {},
  }
  const add = async (from: string, path: string) => {
    const name = recipient ? path + SEALED : path
    if (name in found.files) return
    const stored = await store(from, join(part, name), recipient).catch(none)
    if (stored) found.files[name] = stored
    else await rm(join(part, name), { force: true }) // what was begun of a file that was removed meanwhile
  }
  const addFiles = async () => {
    for (const name of await readdir(join(dataDir, 'files')).catch(() => []))
      if (!name.endsWith('.part')) await add(join(dataDir, 'files', name), `files/${name}`) // `.part`: being written
  }
  await rm(part, { recursive: true, force: true })
  await rm(work, { recursive: true, force: true })
  await mkdir(join(part, 'files'), { recursive: true })
  try {
    await addFiles()
    await mkdir(work, { recursive: true, mode: 0o700 })
    await backUpDatabase(config, work)
    for (const name of DATABASE_FILES) await add(join(work, name), name)
    await rm(work, { recursive: true })
    await addFiles()
    // After the database, as the key is made before anything is sealed under it.
    if (!config.secrets.key) await add(keyFileIn(dataDir), 'secret.key')
    await add(join(dataDir, ERASED_FILE), ERASED_FILE)
    await writeManifest(part, found)
    await rename(part, folder)
    return Object.keys(found.files).filter((name) => name.startsWith('files/')).length
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

function none(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
