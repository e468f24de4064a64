// SQLSTATE codes (PostgreSQL manual, appendix A) that mean the database is away: a lost connection, a transaction that
// was idle for too long because its process was paused, no connection left, a server that stops or starts, and one that
// is read-only since a failover.
const AWAY_STATE = /^(08|57P|25P03|25006|53300)/
const DISK_STATE = /^(53|58)/ // no room, or the system refused the server something
const AWAY_SYSTEM = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN'.split(' '),
)
/** Errors of the PostgreSQL driver that carry no code. */
const AWAY_MESSAGE =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout (exceeded when trying to connect|expired)|Query read timeout)/
const SQLITE_DISK = new Set([5, 10, 13, 14]) // busy, input/output error, disk full, file can't be opened

interface DriverError {
  code?: unknown
  errcode?: unknown
  message?: unknown
}

/**
 * Whether an error of a query means that the database can't be reached: it says nothing about what was asked. Only for
 * errors of queries; other connections fail with some of these codes too.
 */
export function isAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as DriverError
  if (typeof code === 'string') return AWAY_STATE.test(code) || AWAY_SYSTEM.has(code)
  return typeof message === 'string' && AWAY_MESSAGE.test(message)
}

/** Whether an error of a query is the machine's failure: the database is away, or has no room, or its disk fails. */
export function isMachineFailure(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as DriverError
  if (isAway(error)) return true
  if (typeof errcode === 'number') return SQLITE_DISK.has(errcode & 0xff) // the upper bytes only add detail
  return typeof code === 'string' && /^[\dA-Z]{5}$/.test(code) && DISK_STATE.test(code)
}
