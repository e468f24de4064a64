import { shortageOf } from '../process/shortage.ts'

// PostgreSQL error codes (SQLSTATE; manual, appendix A) for: lost connection, idle transaction ended, too many
// connections, server starting or stopping, read-only after a failover.
const AWAY_STATE = /^(08|57P|25P03|25006|53300)/
const RESOURCE_STATE = /^(53|58)/ // disk full or other resource exhausted, system error
const AWAY_SYSTEM = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN'.split(' '),
)
/** Errors of the PostgreSQL driver that have no code. */
const AWAY_MESSAGE =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout (exceeded when trying to connect|expired)|Query read timeout)/
const SQLITE_BUSY = 5

interface DriverError {
  code?: unknown
  errcode?: unknown
  message?: unknown
}

/**
 * Whether a query failed because the database server can't be reached or takes no queries or writes at present, so that
 * the query itself may be fine. Only for errors of queries, since other connections can fail with the same codes.
 */
export function isAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as DriverError
  if (typeof code === 'string') return AWAY_STATE.test(code) || AWAY_SYSTEM.has(code)
  return typeof message === 'string' && AWAY_MESSAGE.test(message)
}

/**
 * Whether work failed through no fault of its own: the database is unavailable or busy, or this machine or the database
 * server lacks disk space, memory, file descriptors or another resource, or its disk fails.
 */
export function isMachineFailure(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as DriverError
  if (isAway(error) || shortageOf(error) !== undefined) return true
  if (typeof errcode === 'number') return (errcode & 0xff) === SQLITE_BUSY // the higher bytes only add detail
  return typeof code === 'string' && /^[\dA-Z]{5}$/.test(code) && RESOURCE_STATE.test(code)
}
