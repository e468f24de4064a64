import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { filesFolder } from '../adapters/storage/create-storage.ts'
import { createFolderStorage } from '../adapters/storage/folder.ts'
import { moveFiles } from '../adapters/storage/move-files.ts'
import { readErased, writeErased } from '../backup/erased.ts'
import { nameOf } from '../backup/folders.ts'
import { type Manifest, readManifest } from '../backup/manifest.ts'
import type { Place } from '../backup/places.ts'
import { describe, SEALED, unstage } from '../backup/store.ts'
import { eraseAgain } from '../features/privacy/index.ts'
import { inspectDatabase, lockDataFolder, restoreDump } from '../platform/create-platform.ts'
import { makeDataFolder } from '../platform/data-folder.ts'
import { type Config, readConfig } from '../settings/config.ts'
import { runCommand } from './command.ts'
import { placeNamed } from './place-named.ts'
import { withDependencies } from './with-dependencies.ts'

const REPLACED = ['baton.db', 'baton.db-wal', 'baton.db-shm', 'files', 'secret.key']

interface Restored {
  manifest: Manifest
  /** How many erased visitors were in the backup. */
  erased: number
  /** Where what was there before lies now; undefined if there was nothing. */
  before: string | undefined
  /** The time of the newest event of the database that was replaced; undefined if it is not known. */
  newestEventAt: number | undefined
}

/**
 * Restores a backup into the configured installation, which no server may be using. Everything is made ready in a folder
 * inside DATA_DIR: brought up to date, and those erased again who were erased meanwhile. Then it takes the place of what
 * was there, which is kept beside it. Files that belong in a bucket are moved there, beside what it has.
 * @param options.erasedIn another folder whose erased visitors count, too
 * @throws Error with a sentence that says what is wrong, after which nothing has changed but, on PostgreSQL, perhaps the
 * empty database
 */
async function restore(
  config: Config,
  backup: Place,
  { identity, erasedIn }: { identity: string | undefined; erasedIn: string },
): Promise<Restored> {
  const manifest = await readManifest(backup)
  const names = Object.keys(manifest.files)
  assertFits(config, names, manifest.isEncrypted && !identity)
  await assertWhole(backup, manifest)
  const { dataDir, databaseUrl } = config
  makeDataFolder(dataDir)
  const unlock = await lockDataFolder(dataDir)
  const work = join(dataDir, 'restore.part')
  try {
    const { newestEventAt, schema } = await inspectDatabase(config).catch((error: unknown) => {
      if (databaseUrl) throw error
      return { newestEventAt: undefined, schema: { applied: [] } } // a damaged database is to be replaced
    })
    if (databaseUrl && schema.applied.length > 0)
      throw new Error('The database is in use: it has tables. Name an empty one (createdb), with --to or DATABASE_URL.')
    await rm(work, { recursive: true, force: true })
    await mkdir(join(work, 'files'), { recursive: true, mode: 0o700 })
    for (const name of names) {
      const plain = manifest.isEncrypted ? name.slice(0, -SEALED.length) : name
      const content = await backup.open(name)
      if (!content) throw new Error(`${backup.name}/${name} is missing. Take another backup.`)
      await unstage(content, join(work, plain), manifest.isEncrypted ? identity : undefined)
    }
    if (databaseUrl) await restoreDump(databaseUrl, work)
    const erased = await erasedOf([work, dataDir, erasedIn])
    const found = await withDependencies({ ...config, dataDir: work }, async (deps) => {
      if (config.storage) await moveFiles(createFolderStorage(filesFolder(work)), deps.storage)
      return eraseAgain(deps, erased)
    })
    const before = await swap(work, dataDir)
    await writeErased(dataDir, erased)
    return { manifest, erased: found, before, newestEventAt }
  } finally {
    await rm(work, { recursive: true, force: true })
    unlock()
  }
}

/** Compares each file of a backup with what was written. @throws Error that names the first which is missing or another */
async function assertWhole(backup: Place, { files }: Manifest): Promise<void> {
  for (const [path, { sha256 }] of Object.entries(files)) {
    const content = await backup.open(path)
    const now = content && (await describe(content))
    if (now?.sha256 !== sha256)
      throw new Error(`${backup.name}/${path} is ${now ? 'not as it was written' : 'missing'}. Take another backup.`)
  }
}

/** All who were erased, each with the latest time. */
async function erasedOf(folders: readonly string[]): Promise<Map<string, number>> {
  const all = new Map<string, number>()
  for (const folder of folders)
    for (const [hashed, at] of await readErased(folder)) all.set(hashed, Math.max(at, all.get(hashed) ?? 0))
  return all
}

function assertFits({ databaseUrl }: Config, names: readonly string[], lacksIdentity: boolean): void {
  if (lacksIdentity) throw new Error('The backup is encrypted: name the file of the identity with --identity FILE.')
  const isDump = names.some((name) => name.startsWith('baton.dump'))
  if (isDump && !databaseUrl)
    throw new Error(
      'The backup is of PostgreSQL: restore it to an empty database with --to or DATABASE_URL, and move with npm run export and import.',
    )
  if (!isDump && databaseUrl)
    throw new Error(
      'The backup is of the embedded database: restore it to a folder with --to, and move with npm run export and import.',
    )
}

/** Puts what is ready in the place of what is there. @returns where that lies now */
async function swap(work: string, dataDir: string): Promise<string | undefined> {
  const present = REPLACED.filter((name) => existsSync(join(dataDir, name)))
  // Of its own, as another backup may be restored within the minute, which must not take the place of what was first.
  const before = present.length > 0 ? await mkdtemp(join(dataDir, `before-${nameOf(Date.now())}-`)) : undefined
  for (const name of present) await rename(join(dataDir, name), join(before!, name))
  for (const name of (await readdir(work)).filter((name) => REPLACED.includes(name)))
    await rename(join(work, name), join(dataDir, name))
  return before
}

/** The configuration with another folder or database. The files of another database belong to the configured folder. */
function targetOf(config: Config, to: string | undefined): Config {
  if (to === undefined) return config
  const isAddress = /^postgres(ql)?:\/\//.test(to)
  return isAddress ? { ...config, databaseUrl: to } : { ...config, databaseUrl: undefined, dataDir: resolve(to) }
}

const minute = (time: number) => new Date(time).toISOString().slice(0, 16).replace('T', ' ').concat(' UTC')

async function identityIn(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined
  const found = /^AGE-SECRET-KEY-\S+$/m.exec(await readFile(file, 'utf8'))
  if (!found) throw new Error(`${file} holds no identity of age (AGE-SECRET-KEY-…).`)
  return found[0]
}

const USAGE = 'Usage: npm run restore -- BACKUP|s3://BUCKET/FOLDER [--to FOLDER|URL] [--identity FILE]'

await runCommand(async () => {
  const options = { to: { type: 'string' }, identity: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [backup] = positionals
  if (!backup || positionals.length > 1) throw new Error(USAGE)
  process.umask(0o077) // nobody else may read what is written
  const present = readConfig()
  const config = targetOf(present, values.to)
  const place = placeNamed(backup, config.aws)
  const { manifest, erased, before, newestEventAt } = await restore(config, place, {
    identity: await identityIn(values.identity),
    erasedIn: present.dataDir,
  }).finally(() => place.close())
  const where = config.databaseUrl ? 'the database' : resolve(config.dataDir)
  console.log(`Restored to ${where}, as it was on ${minute(manifest.at)} (Baton ${manifest.version}).`)
  console.log(`Lost is what came later${newestEventAt ? `, the last of it on ${minute(newestEventAt)}` : ''}.`)
  console.log(`${erased} visitors who were erased meanwhile were in it, and are erased again.`)
  if (before) console.log(`What was there before lies in ${before}: remove it once all is well.`)
})
