import type { ImapFlowError } from 'imapflow'
import { unspoken } from '../send/failure.ts'
import { shownOf } from '../send/reply.ts'
import { commonSentences, loginSentence } from '../send/sentences.ts'
import { type ImapAccount, ImapFailure, type ImapProblemCode } from './imap-account.ts'

/** Refusals of a login that pass by themselves, as the server is busy (RFC 5530). */
const PASSING = ['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG']
const LATE = ['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT', 'ETIMEOUT', 'ETHROTTLE']
const OTHER_LANGUAGE = /^(ParserError|InvalidResponse|MissingTag|LineTooLarge|UnexpectedTag)/

/** Reads why a connection or one of its commands failed. */
export function imapFailure(error: unknown, account: ImapAccount, folder: string): ImapFailure {
  if (error instanceof ImapFailure) return error
  const { responseText, response } = error as ImapFlowError
  const said = shownOf(responseText ?? (typeof response === 'string' ? response : ''))
  const code = codeOf(error as ImapFlowError)
  const words = said && code !== 'no_tls' ? ` The server says: ${said}` : ''
  return new ImapFailure({ code, message: SENTENCES[code](account, folder) + words }, error)
}

function codeOf(error: ImapFlowError): ImapProblemCode {
  const { code = '', authenticationFailed, serverResponseCode = '', tlsFailed, command, responseStatus } = error
  if (serverResponseCode === 'PRIVACYREQUIRED' || /Login is disabled/.test(error.message)) return 'no_tls'
  if (authenticationFailed) return PASSING.includes(serverResponseCode) ? 'connection_refused' : 'login_failed'
  if (error.mailboxMissing || (responseStatus === 'NO' && /^(SELECT|EXAMINE)$/.test(command ?? '')))
    return 'folder_not_found'
  if (LATE.includes(code)) return 'timed_out'
  if (OTHER_LANGUAGE.test(code)) return 'protocol_mismatch'
  if (tlsFailed && code === '') return 'no_tls'
  const problem = unspoken(error)
  return problem === 'sender_refused' || problem === 'quota_exceeded' ? 'connection_refused' : problem
}

const at = ({ host, port }: ImapAccount) => `${host}:${port}`

const SENTENCES: Record<ImapProblemCode, (account: ImapAccount, folder: string) => string> = {
  ...commonSentences,
  address_forbidden: (account) =>
    `${at(account)} may not be reached, as it is in a private network or no port of IMAP (143, 993). Choose another, or ask whoever runs this installation to allow it (OUTBOUND_ALLOW).`,
  timed_out: (account) => `${at(account)} did not answer in time. Check host and port.`,
  protocol_mismatch: (account) =>
    account.security === 'tls'
      ? `${at(account)} can't be reached with TLS from the first byte. Choose STARTTLS, which port 143 wants, or port 993.`
      : `What answers at ${at(account)} does not speak like a server of IMAP. Port 993 wants TLS from the first byte, 143 STARTTLS.`,
  no_tls: (account) =>
    `${at(account)} offers no encryption, without which no password is sent. Choose TLS with port 993, or ask your provider for a server with STARTTLS.`,
  login_failed: (account) => loginSentence(account, 'have its mail forwarded to another mailbox, or posted here'),
  folder_not_found: (account, folder) =>
    `${account.host} has no folder “${folder}” for ${account.user}, or does not let it be opened. Choose another; new mail usually lies in INBOX.`,
}
