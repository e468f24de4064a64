import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import { createDependencies } from '../dependencies.ts'
import { type Recounted, recountAll } from '../features/overview/index.ts'
import { createPlatform } from '../platform/create-platform.ts'
import { commandLog, runCommand } from './command.ts'

/**
 * Counts all numbers of the overview anew, for every organization. With PostgreSQL the server may be running.
 * @returns how many numbers were wrong and have been corrected
 * @throws Error with a sentence when there is no embedded database, or when a server is using it
 */
async function recountInstallation(config: Config): Promise<Recounted> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'baton.db')))
    throw new Error(`There is no embedded database in ${resolve(config.dataDir)}. Set DATA_DIR to its folder.`)
  const log = commandLog()
  const platform = await createPlatform(config, log)
  const { deps, close } = createDependencies(config, platform, log)
  try {
    await platform.database.migrate()
    return await recountAll(deps)
  } finally {
    await close()
  }
}

if (import.meta.main)
  await runCommand(async () => {
    const { conversations, hours, citations } = await recountInstallation(readConfig())
    if (conversations + hours + citations === 0) console.log('Every number is as counted anew.')
    else
      console.log(
        `Set right: what is noted of ${conversations} conversations, ${hours} sums of an hour, ${citations} days of citations.`,
      )
    return true
  })
