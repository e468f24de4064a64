import { headerOf, type MailFacts } from '../read/mail-facts.ts'

/** Most characters of a server's results that are looked at. */
const MOST = 10_000

export type Verdict = 'pass' | 'fail' | 'none' | 'unknown'

/**
 * What the mailbox's own mail server found out about a mail's sender: from its topmost `Authentication-Results` that
 * this server signed with its name, as a sender can write others below it.
 * @param authservId the name by which the server signs; null if it is not known, so that nothing is believed
 */
export function authenticationOf(
  mail: Pick<MailFacts, 'headers'>,
  authservId: string | null,
): { dmarc: Verdict; spf: Verdict; dkim: Verdict } {
  const unknown = { dmarc: 'unknown', spf: 'unknown', dkim: 'unknown' } as const
  const topmost = topmostOf(mail)
  if (topmost === undefined || authservId === null) return unknown
  const [name = '', ...results] = topmost.split(';')
  if (name.trim().split(/\s/)[0]!.toLowerCase() !== authservId.toLowerCase()) return unknown
  const verdicts = (method: string) =>
    results.flatMap(
      (result) =>
        new RegExp(`^\\s*${method}\\s*(?:/\\s*1\\s*)?=\\s*(\\w+)`, 'i').exec(result)?.[1]?.toLowerCase() ?? [],
    )
  return { dmarc: verdict(verdicts('dmarc')), spf: verdict(verdicts('spf')), dkim: verdict(verdicts('dkim')) }
}

/** The name by which the topmost `Authentication-Results` are signed; null if there are none. */
export const authservIdOf = (mail: Pick<MailFacts, 'headers'>): string | null =>
  /^[\w.-]{1,253}(?=\s|;|$)/.exec(topmostOf(mail) ?? '')?.[0].toLowerCase() ?? null

/** The topmost of a mail's results without remarks; undefined if there are none. */
const topmostOf = (mail: Pick<MailFacts, 'headers'>): string | undefined =>
  headerOf(mail, 'authentication-results')[0]
    ?.slice(0, MOST)
    .replace(/\([^()]*\)/g, '')
    .trim()

/** One good signature is enough; what could not be found out is no failure. */
function verdict(found: string[]): Verdict {
  if (found.includes('pass')) return 'pass'
  if (found.some((each) => each === 'fail' || each === 'softfail' || each === 'policy')) return 'fail'
  return found.length > 0 ? 'none' : 'unknown'
}
