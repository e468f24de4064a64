import { isIP } from 'node:net'
import { parseOutboundAllow } from '../../adapters/outbound/allow.ts'
import { OutboundError } from '../../adapters/outbound/errors.ts'
import { createOutbound } from '../../adapters/outbound/outbound.ts'
import type { Config } from '../../settings/config.ts'
import { type Check, type Finding, fine, reasonOf, wrong } from './check.ts'

const TIMEOUT_MS = 10_000
/** The address at which cloud machines find their credentials, which an attacker would request first. */
const METADATA = 'http://169.254.169.254/'

/** Checks that outbound requests reach the internet, but not the metadata address of clouds. */
export const checkOutbound: Check = async ({ config, reach }) => {
  const allow = parseOutboundAllow(config.outboundAllow)
  const outbound = createOutbound({ allow, userAgent: 'Baton doctor' })
  try {
    return [await guardFinding(outbound, config), await reachFinding(outbound, reach)]
  } finally {
    await outbound.close()
  }
}

type Outbound = ReturnType<typeof createOutbound>

async function guardFinding(outbound: Outbound, { outboundAllow }: Config): Promise<Finding> {
  const code = await codeOf(outbound, METADATA)
  if (code !== 'blocked')
    return wrong(
      'outbound guard',
      'OUTBOUND_ALLOW opens the way to 169.254.169.254, where clouds keep credentials.',
      'Narrow OUTBOUND_ALLOW to the hosts and networks that are meant.',
    )
  return fine('outbound guard', `Private addresses are refused${outboundAllow ? `, but for ${outboundAllow}` : ''}.`)
}

async function codeOf(outbound: Outbound, url: string): Promise<string> {
  try {
    await outbound.fetch(url, { timeoutMs: 1_000, maxBytes: 1_000, redirect: 'manual' })
    return 'answered'
  } catch (error) {
    return error instanceof OutboundError ? error.code : 'unknown'
  }
}

async function reachFinding(outbound: Outbound, url: string): Promise<Finding> {
  const name = 'outbound access'
  try {
    const { status } = await outbound.fetch(url, { timeoutMs: TIMEOUT_MS, maxBytes: 100_000 })
    return fine(name, `${url} answers (${status}).`)
  } catch (error) {
    const isDns =
      error instanceof OutboundError && /^(dns|unknown_host)$/.test(error.code) && !isIP(new URL(url).hostname)
    const mend = isDns
      ? "Check this machine's name servers (/etc/resolv.conf)."
      : 'Let this machine open connections to ports 80 and 443, or name a page it may reach: npm run doctor -- --reach URL.'
    return wrong(name, `${reasonOf(error)}.`, mend)
  }
}
