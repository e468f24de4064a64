import { problemOf } from '../../adapters/models/provider-problem.ts'
import { tryModel } from '../../adapters/models/try-model.ts'
import { parseOutboundAllow } from '../../adapters/outbound/allow.ts'
import { createOutbound } from '../../adapters/outbound/outbound.ts'
import { createSecrets } from '../../adapters/secrets/secrets.ts'
import { storedAccount } from '../../features/own-models/index.ts'
import type { DatabaseState } from '../../platform/platform.ts'
import { type Check, type Finding, fine, wrong } from './check.ts'

/** Accounts of which a line is printed, as each may take 20 seconds. */
const MOST = 50
const PATIENCE_MS = 20_000

/** Asks a model of each organization's own account for a word. */
export const checkModelAccounts: Check = async ({ config, database }) => {
  const accounts = database?.modelAccounts ?? []
  const secrets = createSecrets({ ...config.secrets, dataDir: config.dataDir })
  const outbound = createOutbound({ allow: parseOutboundAllow(config.outboundAllow), userAgent: 'Baton doctor' })

  async function findingOf(row: DatabaseState['modelAccounts'][number]): Promise<Finding> {
    const name = 'model account'
    if (row.slug === null) return fine(name, `${row.name}: it has no models.`)
    const account = storedAccount({ config, outbound, secrets }, row)
    try {
      const { ms } = await tryModel(account, row.slug, AbortSignal.timeout(PATIENCE_MS))
      return fine(name, `${row.name}: ${row.slug} answers (${ms} ms).`)
    } catch (error) {
      const { code, message } = problemOf(error, account)
      return wrong(name, `${row.name}: ${row.slug} does not answer (${code}).`, message)
    }
  }

  try {
    const findings = await Promise.all(accounts.slice(0, MOST).map(findingOf))
    const others = accounts.length - MOST
    return others > 0 ? [...findings, fine('model account', `${others} more were not looked at.`)] : findings
  } finally {
    await outbound.close()
  }
}
