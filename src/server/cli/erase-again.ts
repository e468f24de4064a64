import { readErased } from '../backup/erased.ts'
import { eraseAgain } from '../features/privacy/index.ts'
import { readConfig } from '../settings/config.ts'
import { runCommand } from './command.ts'
import { withDependencies } from './with-dependencies.ts'

/** Erases again those who were erased by this DATA_DIR, from a database that was restored by other means. */
await runCommand(async () => {
  const config = readConfig()
  const erased = await readErased(config.dataDir)
  const found = await withDependencies(config, (deps) => eraseAgain(deps, erased))
  console.log(`${found} of ${erased.size} erased visitors were there again, and are erased.`)
})
