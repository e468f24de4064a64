const LEVELS: Record<number, string> = { 10: 'TRACE', 20: 'DEBUG', 30: 'INFO', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' }

/**
 * A line of the log as a person reads it: `14:03:07 INFO request operation=listAgents status=200`. The time is this
 * machine's, and an error's stack follows on lines of its own.
 */
export function readableLine(json: string): string {
  const { level, time, msg, err, pid: _pid, hostname: _hostname, ...fields } = JSON.parse(json)
  const words = Object.entries(fields).map(([name, value]) => `${name}=${printedValue(value)}`)
  const head = [new Date(time).toTimeString().slice(0, 8), LEVELS[level] ?? level, msg, ...words].join(' ')
  return `${[head, ...errorLines(err)].join('\n')}\n`
}

const printedValue = (value: unknown): string =>
  typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value)

interface LoggedError {
  type?: string
  message?: string
  stack?: string
  cause?: unknown
}

function errorLines(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return error === undefined ? [] : [`    ${String(error)}`]
  const { type, message, stack, cause } = error as LoggedError
  return [`    ${type}: ${message}`, ...(stack?.split('\n').slice(1) ?? []), ...errorLines(cause)]
}
