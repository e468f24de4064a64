import { constants, existsSync } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { keyFileIn } from '../adapters/secrets/key-file.ts'
import { backUpDatabase } from '../platform/create-platform.ts'
import { type Config, readConfig } from '../settings/config.ts'
import { runCommand } from './command.ts'

const OWN = 0o077

/**
 * Copies an installation, running or not, to a new folder that can serve as a `DATA_DIR`. With PostgreSQL it also holds
 * a dump, which has to be restored first. Files are copied before the database, so that one which is removed meanwhile
 * is in the copy, and again after it, because the copied database may refer to files stored meanwhile. Until it is
 * complete, the folder's name ends in `.part`.
 * @returns the number of files
 * @throws Error with a sentence when the folder exists, or there is nothing to copy
 */
async function backUpInstallation(config: Config, folder: string): Promise<number> {
  if (existsSync(folder)) throw new Error(`${folder} exists already. Name a new folder.`)
  const part = `${folder}.part`
  await rm(part, { recursive: true, force: true })
  await mkdir(join(part, 'files'), { recursive: true })
  try {
    await copyFiles(join(config.dataDir, 'files'), join(part, 'files'))
    await backUpDatabase(config, part)
    await copyFiles(join(config.dataDir, 'files'), join(part, 'files'))
    // After the database, as the key is made before anything is sealed under it.
    if (!config.secrets.key) await copyFile(keyFileIn(config.dataDir), keyFileIn(part)).catch(none)
    const files = await readdir(join(part, 'files'))
    await rename(part, folder)
    return files.length
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}

/** Copies the files that the target doesn't have yet. Stored files never change. */
async function copyFiles(from: string, to: string): Promise<void> {
  const there = new Set(await readdir(to))
  for (const name of await readdir(from).catch(none)) {
    if (there.has(name) || name.endsWith('.part')) continue // `.part`: still being written
    await copyFile(join(from, name), join(to, name), constants.COPYFILE_FICLONE).catch(none)
  }
  for (const name of await readdir(to)) {
    if (there.has(name)) continue
    const file = await open(join(to, name), 'r+')
    await file.sync().finally(() => file.close())
  }
}

function none(error: NodeJS.ErrnoException): [] {
  if (error.code !== 'ENOENT') throw error
  return []
}

/** What the operator should know of the key, without which stored secrets can't be read from the copy. */
function keyNote(config: Config, folder: string): string {
  if (config.secrets.key)
    return 'SECRET_KEY is not in it. Keep that apart: without it, stored secrets must be entered again.'
  if (!existsSync(keyFileIn(folder))) return 'No secret.key is in it, as nothing has been encrypted yet.'
  return `${keyFileIn(folder)} lies beside the database, so whoever has the folder can read its secrets. To keep them apart, move the text of secret.key to SECRET_KEY before you back up.`
}

if (import.meta.main)
  await runCommand(async ([folder]) => {
    if (!folder) throw new Error('Usage: npm run backup -- FOLDER')
    process.umask(OWN)
    const config = readConfig()
    const files = await backUpInstallation(config, resolve(folder))
    console.log(`Backed up to ${resolve(folder)}: the database, and ${files} uploaded files. It holds secrets.`)
    console.log(keyNote(config, resolve(folder)))
    if (config.databaseUrl)
      console.log(
        'To restore: pg_restore --no-owner --dbname=<an empty database> baton.dump, and set DATA_DIR to a copy of it.',
      )
    else console.log('To restore: set DATA_DIR to a copy of it.')
    return true
  })
