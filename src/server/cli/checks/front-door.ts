import { wordsOfOrigin, wordsOfProxy } from '../../process/notice-words.ts'
import { type Notices, readNotices } from '../../process/notices.ts'
import type { Config } from '../../settings/config.ts'
import { trustedProxies } from '../../settings/trusted-proxies.ts'
import { type Check, type Finding, fine, reasonOf, wrong } from './check.ts'

const TIMEOUT_MS = 10_000
const NOTICES_MS = 7 * 24 * 60 * 60 * 1000

/** Checks the public address, if any, and tells what servers noticed of the way there, by this request too. */
export const checkFrontDoor: Check = async ({ config }) => [
  await publicAddressFinding(config),
  ...noticeFindings(config, readNotices(config.dataDir), Date.now() - NOTICES_MS),
]

async function publicAddressFinding({ publicUrl }: Config): Promise<Finding> {
  const name = 'public address'
  if (!publicUrl) return fine(name, 'PUBLIC_URL is not set: links take the address of each request.')
  const mend = 'Start the server; then check PUBLIC_URL, its DNS entry, the certificate and the proxy in front.'
  try {
    const answer = await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' })
    const body = (await answer.json().catch(() => undefined)) as { status?: unknown; version?: unknown } | undefined
    if (answer.ok && body?.status === 'ok') return fine(name, `Baton ${body.version ?? ''} answers at ${publicUrl}.`)
    return wrong(name, `${publicUrl} answers with status ${answer.status}, but it is not Baton that does.`, mend)
  } catch (error) {
    return wrong(name, `Nothing answers at ${publicUrl}: ${reasonOf(error)}.`, mend)
  }
}

/** What has been noticed since a time, unless the configuration has been changed so that it no longer holds. */
function noticeFindings({ trustProxy, publicUrl }: Config, notices: Notices, since: number): Finding[] {
  const isNamed = trustedProxies(trustProxy)
  const findings: Finding[] = []
  const { unnamedProxy, possibleProxy, otherOrigin } = notices
  const last = (at: number) => `Last seen ${new Date(at).toISOString()}`
  if (unnamedProxy && unnamedProxy.at > since && !isNamed(unnamedProxy.address)) {
    const { seen, mend } = wordsOfProxy(unnamedProxy, trustProxy)
    findings.push(wrong('proxy', `${seen} ${last(unnamedProxy.at)}, for ${unnamedProxy.host}.`, mend))
  }
  if (possibleProxy && possibleProxy.at > since && !isNamed(possibleProxy.address)) {
    const { seen, mend } = wordsOfProxy(possibleProxy, trustProxy)
    findings.push(fine('possible proxy', `${seen} ${last(possibleProxy.at)}, for ${possibleProxy.host}. ${mend}`))
  }
  if (otherOrigin && otherOrigin.at > since && otherOrigin.origin !== publicUrl) {
    const { seen, mend } = wordsOfOrigin(otherOrigin, publicUrl)
    const detail = `${seen} ${last(otherOrigin.at)}.`
    findings.push(
      otherOrigin.isRefused ? wrong('other origin', detail, mend) : fine('other origin', `${detail} ${mend}`),
    )
  }
  return findings
}
