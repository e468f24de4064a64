import { CodedError } from '../../coded-error.ts'

/** `unknown_host` means that DNS has no such name or no address for it, `dns` that it could not be looked up. */
export type OutboundErrorCode =
  | 'blocked'
  | 'timeout'
  | 'unknown_host'
  | 'dns'
  | 'connection'
  | 'tls'
  | 'too_large'
  | 'too_many_redirects'
  | 'bad_response'
  | 'aborted'

/** The failure of an outbound request: a code for the program, and a sentence that tells a person what to do. */
export class OutboundError extends CodedError<OutboundErrorCode> {
  override name = 'OutboundError'
}

export function toOutboundError(error: unknown, host: string): OutboundError {
  if (error instanceof OutboundError) return error
  const code = systemCode(error)
  const fail = (kind: OutboundErrorCode, message: string) => new OutboundError(kind, message, error)
  if (/^(ENOTFOUND|ENODATA)/.test(code)) {
    return fail('unknown_host', `There is no host named ${host}. Check the address for a typing mistake.`)
  }
  if (/^(EAI_|ESERVFAIL)/.test(code)) {
    return fail('dns', `The name ${host} could not be looked up: its name servers do not answer. Try again later.`)
  }
  if (/^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)/.test(code)) {
    return fail('timeout', `${host} did not answer in time.`)
  }
  if (/CERT|^(ERR_TLS|ERR_SSL|EPROTO|UNABLE_TO|HOSTNAME_MISMATCH)/.test(code)) {
    return fail('tls', `A secure connection to ${host} could not be made (${code}). Check its certificate.`)
  }
  if (/^(HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_|Z_|ERR__ERROR|ERR_BROTLI|ERR_PADDING)/.test(code)) {
    return fail('bad_response', `${host} sent an answer that could not be read (${code}).`)
  }
  const reason = code === 'ECONNREFUSED' ? 'refused the connection' : 'broke off the connection or could not be reached'
  return fail('connection', `${host} ${reason}${code ? ` (${code})` : ''}. Check the address, or try again later.`)
}

function systemCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if (error instanceof AggregateError && error.errors.length > 0) return systemCode(error.errors[0])
  if ('code' in error && typeof error.code === 'string') {
    // undici wraps the socket's error, whose own code says more.
    return error.code === 'UND_ERR_SOCKET' ? systemCode(error.cause) || error.code : error.code
  }
  return systemCode(error.cause)
}
