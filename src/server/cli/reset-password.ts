import { parseArgs } from 'node:util'
import { resetLink } from '../features/account/index.ts'
import { createPlatform } from '../platform/create-platform.ts'
import { embeddedDatabaseIn } from '../platform/data-folder.ts'
import { type Config, readConfig } from '../settings/config.ts'
import { commandLog, runCommand } from './command.ts'

/**
 * Makes a link to set a new password and perhaps turn two-factor off. With PostgreSQL the server may be running.
 * @throws Error with a sentence when there is no such account, no embedded database, or a server is using it
 */
async function resetLinkOf(config: Config, email: string, endsTwoFactor: boolean): Promise<string> {
  if (!config.databaseUrl) embeddedDatabaseIn(config.dataDir)
  const baseUrl = config.publicUrl ?? `http://localhost:${config.port}`
  const platform = await createPlatform(config, commandLog())
  try {
    await platform.database.migrate()
    const deps = { database: platform.database, now: Date.now }
    const link = await resetLink(deps, { email, baseUrl, endsTwoFactor })
    if (link === undefined) throw new Error(`No account has the address ${email}. Nothing was changed.`)
    return link
  } finally {
    await platform.close()
  }
}

const USAGE = 'Usage: npm run reset-password -- EMAIL [--two-factor]'

await runCommand(async () => {
  const options = { 'two-factor': { type: 'boolean', default: false } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [email, ...others] = positionals
  if (!email || others.length > 0) throw new Error(USAGE)
  const endsTwoFactor = values['two-factor']
  console.log(await resetLinkOf(readConfig(), email, endsTwoFactor))
  console.log(`With this link ${email} chooses another password: once, within an hour. Earlier links work no more.`)
  if (endsTwoFactor) console.log('It turns two-factor off as well.')
})
