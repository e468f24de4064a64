import type { Reply } from './reply.ts'
import type { SmtpAccount, SmtpProblem, SmtpProblemCode } from './smtp-account.ts'

const GOOGLE = /(^|\.)(gmail|googlemail|google)\.com$/i
const MICROSOFT = /(^|\.)(office365|outlook|hotmail|live|microsoft)\.com$/i
const APP_PASSWORDS = /(^|\.)(yahoo\.[a-z.]+|aol\.com|mail\.me\.com|icloud\.com|zoho\.[a-z.]+|fastmail\.com)$/i

/** Puts a problem into sentences that say what to do, and what the server said. */
export function problemIn(code: SmtpProblemCode, account: SmtpAccount, reply: Reply | null = null): SmtpProblem {
  const said = reply?.text
    ? ` The server says: ${reply.status} ${[reply.enhanced, reply.text].filter(Boolean).join(' ')}`
    : ''
  return { code, message: SENTENCES[code](account) + said }
}

/** A mail server that people have named, and who they are there. */
type Login = Pick<SmtpAccount, 'host' | 'port' | 'user' | 'accessToken'>

const at = ({ host, port }: Login) => `${host}:${port}`

/** What is said alike of a server by which mail goes and of one from which it is fetched. */
export const commonSentences = {
  host_not_found: ({ host }: Login) => `There is no mail server named ${host}. Check the name for a typing mistake.`,
  connection_refused: (account: Login) =>
    `${at(account)} can't be reached: it takes no connection or breaks it off. Check host and port, and whether a firewall lets this installation out.`,
  certificate_invalid: (account: Login) =>
    `The certificate of ${at(account)} is not valid for this name. Use the name that your provider states, or have the certificate renewed.`,
}

const SENTENCES: Record<SmtpProblemCode, (account: SmtpAccount) => string> = {
  ...commonSentences,
  address_forbidden: (account) =>
    `${at(account)} may not be reached, as it is in a private network or no port of mail (25, 465, 587, 2525). Choose another, or ask whoever runs this installation to allow it (OUTBOUND_ALLOW).`,
  timed_out: (account) =>
    `${at(account)} did not answer in time. Check host and port; some networks let no mail out by port 25.`,
  protocol_mismatch: (account) =>
    account.security === 'tls'
      ? `${at(account)} can't be reached with TLS from the first byte. Choose STARTTLS, which ports 587 and 25 want, or port 465.`
      : `What answers at ${at(account)} does not speak like a mail server. Port 465 wants TLS from the first byte, 587 and 25 STARTTLS.`,
  no_tls: (account) =>
    `${at(account)} offers no encryption, without which no password is sent. Choose TLS with port 465, or ask your provider for a server with STARTTLS.`,
  login_failed: (account) => loginSentence(account, 'send by another mail server'),
  sender_refused: (account) =>
    `${at(account)} does not let ${account.user || 'this sender'} send from this address. Use the address of that account, or allow it to send as this one.`,
  quota_exceeded: (account) =>
    `${at(account)} sends no more for ${account.user || 'this sender'} at the moment, as its quota is used up. Mail is tried again; ask your provider for a higher quota if it happens often.`,
}

/** @param instead what to do where the server takes no passwords at all */
export function loginSentence({ host, user, accessToken }: Login, instead: string): string {
  if (accessToken !== undefined)
    return `${host} refused ${user}, who was signed in to by its provider. Sign in again, as the user of this very mailbox, and see that its provider lets programs fetch and send mail.`
  const refused = `${host} refused user and password${user ? ` of ${user}` : ''}.`
  if (GOOGLE.test(host))
    return `${refused} Google takes no ordinary password here: turn on 2-Step Verification and make an app password at myaccount.google.com/apppasswords.`
  if (MICROSOFT.test(host))
    return `${refused} Microsoft takes no passwords from other programs any more, only signing in with Microsoft: choose that if it is offered here, or ${instead}.`
  if (APP_PASSWORDS.test(host))
    return `${refused} This provider wants an app password, which you make in your account's security settings.`
  return `${refused} Check both; with two-step verification most providers want an app password.`
}
