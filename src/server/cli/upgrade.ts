import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { backUp } from '../backup/back-up.ts'
import { createFolderPlace, createShelf } from '../backup/places.ts'
import { ownAddress } from '../process/own-address.ts'
import { version } from '../process/version.ts'
import { type Config, readConfig } from '../settings/config.ts'
import { type NewVersion, unpackBeside, wrongFindings } from '../upgrade/new-version.ts'
import { isGoneWithin, isWellWithin, runIn, type Service, serviceOfSystemd } from '../upgrade/service.ts'
import { runCommand } from './command.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
/** Where the version lies that was replaced. */
const BEFORE = `${ROOT}.before`
/** How long a server may take to end, and the version before to be ready again. */
const STOP_SECONDS = 60
const BACK_SECONDS = 600
const READY_SECONDS = '300'
const USAGE = 'Usage: ./baton upgrade ARCHIVE [--stop COMMAND --start COMMAND] [--wait SECONDS]'

/** @throws Error with a sentence when this program can't be replaced by another one */
function assertReplaceable({ dataDir, backup }: Config): void {
  // Only a checkout has what builds the dashboard.
  if (existsSync(join(ROOT, 'vite.config.ts')))
    throw new Error(
      'This is a checkout, which is no package: run git pull and npm ci in a second one (docs/operating.md, Upgrade).',
    )
  const kept = { DATA_DIR: dataDir, ...(backup && !backup.bucket && { BACKUP_DIR: backup.folder }) }
  for (const [variable, path] of Object.entries(kept))
    if (`${resolve(path)}${sep}`.startsWith(`${ROOT}${sep}`))
      throw new Error(`${variable}: ${resolve(path)} lies in the folder that is replaced. Move it elsewhere first.`)
}

/** Lets the new version's doctor look. @throws Error when it finds wrong what this version's does not */
function assertFits(next: NewVersion): void {
  const wrong = wrongFindings(next.folder)
  const known = wrong.size > 0 ? wrongFindings(ROOT) : wrong
  const lines = [...wrong].filter(([name]) => !known.has(name)).map(([, line]) => line)
  if (lines.length > 0)
    throw new Error(`Baton ${next.version} finds wrong here:\n${lines.join('\n')}\nNothing was changed.`)
}

/** Makes a backup where that takes nothing but this command. @returns where it lies; undefined if none is made */
async function backUpBefore(config: Config): Promise<string | undefined> {
  if (config.databaseUrl && !config.backup) return undefined
  const name = `before-upgrade-${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`
  if (config.backup && !config.backup.bucket) await mkdir(config.backup.folder, { recursive: true })
  const place = config.backup
    ? createShelf(config.backup).place(name)
    : createFolderPlace(resolve(config.dataDir, name))
  await backUp(config, place).finally(() => place.close())
  return place.name
}

/**
 * Stops the server, puts the new version in this one's place, and starts it. If it is not well, this version is put back
 * and started.
 * @returns whether the new version runs
 * @throws Error with a sentence when neither runs
 */
async function exchange(next: NewVersion, service: Service, url: string, seconds: number): Promise<boolean> {
  if (!runIn(ROOT, service.stop) || !(await isGoneWithin(url, STOP_SECONDS)))
    throw new Error(`The server still answers at ${url}, or "${service.stop}" failed. Nothing was changed.`)
  let isReplaced = false
  try {
    await rm(BEFORE, { recursive: true, force: true })
    await rename(ROOT, BEFORE)
    await rename(next.folder, ROOT)
    isReplaced = true
    if (runIn(ROOT, service.start) && (await isWellWithin(url, next.version, seconds))) return true
  } catch (error) {
    console.error(`The folder could not be replaced: ${(error as Error).message}`)
  }
  if (isReplaced) {
    runIn(ROOT, service.stop) // which fails if it has ended by itself
    await rename(ROOT, next.folder)
  }
  if (!existsSync(ROOT)) await rename(BEFORE, ROOT)
  if (runIn(ROOT, service.start) && (await isWellWithin(url, version, BACK_SECONDS))) return false
  throw new Error(
    `Neither Baton ${next.version} nor ${version}, which is back in ${ROOT}, is well at ${url}. See its log.`,
  )
}

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { stop: { type: 'string' }, start: { type: 'string' }, wait: { type: 'string', default: READY_SECONDS } },
    allowPositionals: true,
  })
  const [archive, ...more] = positionals
  const { stop, start, wait } = values
  const config = readConfig()
  assertReplaceable(config)
  if (!archive || more.length > 0 || !stop !== !start || !/^\d+$/.test(wait)) throw new Error(USAGE)
  const service = stop && start ? { stop, start } : serviceOfSystemd()
  if (!service)
    throw new Error(`No service baton of systemd runs here. Say how the server is stopped and started. ${USAGE}`)
  process.umask(0o077) // nobody else may read what is written
  const next = unpackBeside(ROOT, archive)
  try {
    console.log(`Baton ${next.version} is to replace ${version} in ${ROOT}.`)
    assertFits(next)
    const backup = await backUpBefore(config)
    console.log(
      backup
        ? `Backed up to ${backup}.`
        : 'No backup was made, as BACKUP_DIR is not set: the way back to what is stored now are those of PostgreSQL.',
    )
    // From here on either version is to run at the end, so Ctrl-C has to wait.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
    const isNew = await exchange(next, service, ownAddress(config), Number(wait))
    if (isNew) console.log(`Baton ${next.version} runs. ${version} lies in ${BEFORE}: remove it once all is well.`)
    else console.error(`Baton ${next.version} was not well within ${wait} s, so ${version} runs again.`)
    return isNew
  } finally {
    next.remove()
  }
})
