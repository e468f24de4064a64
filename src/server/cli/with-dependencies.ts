import type { Dependencies } from '../context.ts'
import { createDependencies } from '../dependencies.ts'
import { createPlatform } from '../platform/create-platform.ts'
import type { Config } from '../settings/config.ts'
import { commandLog } from './command.ts'

/** Runs work of a command with all that a server has, on a migrated database, and closes everything at its end. */
export async function withDependencies<Result>(
  config: Config,
  work: (deps: Dependencies) => Promise<Result>,
): Promise<Result> {
  const log = commandLog()
  const { deps, close } = createDependencies(config, await createPlatform(config, log), log)
  try {
    await deps.database.migrate()
    return await work(deps)
  } finally {
    await close()
  }
}
