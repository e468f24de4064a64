import { type Recounted, recountAll } from '../features/overview/index.ts'
import { embeddedDatabaseIn } from '../platform/data-folder.ts'
import { type Config, readConfig } from '../settings/config.ts'
import { runCommand } from './command.ts'
import { withDependencies } from './with-dependencies.ts'

/**
 * Counts all numbers of the overview anew, for every organization. With PostgreSQL the server may be running.
 * @returns how many numbers were wrong and have been corrected
 * @throws Error with a sentence when there is no embedded database, or when a server is using it
 */
async function recountInstallation(config: Config): Promise<Recounted> {
  if (!config.databaseUrl) embeddedDatabaseIn(config.dataDir)
  return withDependencies(config, recountAll)
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
