import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import { resetPassword } from '../features/sessions/index.ts'
import { createPlatform } from '../platform/create-platform.ts'
import { commandLog, runCommand } from './command.ts'

/**
 * Gives an account a new random password and ends its sessions. With PostgreSQL the server may be running.
 *
 * @returns the new password
 * @throws Error with a sentence when there is no such account or no embedded database, or when a server is using that
 * database
 */
export async function resetPasswordOf(config: Config, email: string): Promise<string> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'baton.db')))
    throw new Error(`There is no embedded database in ${resolve(config.dataDir)}. Set DATA_DIR to its folder.`)
  const platform = await createPlatform(config, commandLog())
  try {
    await platform.database.migrate()
    const password = await resetPassword(platform, email)
    if (password === undefined) throw new Error(`No account has the address ${email}. Nothing was changed.`)
    return password
  } finally {
    await platform.close()
  }
}

if (import.meta.main)
  await runCommand(async ([email]) => {
    if (!email) throw new Error('Usage: npm run reset-password -- EMAIL')
    const password = await resetPasswordOf(readConfig(), email)
    console.log(`The new password of ${email}, shown this once: ${password}`)
    console.log('All sessions of this account have ended. Sign in with it, and choose another one in Settings.')
    return true
  })
