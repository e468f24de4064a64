import type { LoggerOptions } from 'pino'
import { type Shortage, shortageOf } from './shortage.ts'

const EVERY_MS = 60_000

const messages: Record<Shortage, string> = {
  disk: 'The disk is full or takes no writes: what has to be written is refused until there is room',
  files: 'Too many files and connections are open: what needs another is refused until there is room',
  memory: 'There is too little memory: what needs more is refused until there is some',
  connections: 'The database server has no connection to spare: what needs one is refused until there is',
  program: 'Parts of this program are missing: install it whole and start the server again; what needs them waits',
  reserve: 'The disk is almost full: uploads, crawls and training wait, as DISK_RESERVE is kept for conversations',
  storage: 'The storage of files can’t be used: what needs a file is refused until it can be',
}

/**
 * A hook of pino that writes a shortage once a minute. While it lasts, every request, job and loop fails by it, and
 * their lines would say nothing more and fill a disk on which there is no room.
 */
export function shortageOnceAMinute(now: () => number = Date.now): NonNullable<LoggerOptions['hooks']> {
  const writtenAt = new Map<Shortage, number>()
  return {
    logMethod(parameters, method) {
      const error = (parameters[0] as unknown as { err?: unknown } | undefined)?.err
      const shortage = shortageOf(error)
      if (!shortage) return method.apply(this, parameters)
      const last = writtenAt.get(shortage)
      if (last !== undefined && now() >= last && now() - last < EVERY_MS) return
      writtenAt.set(shortage, now())
      const reason = error instanceof Error ? error.message : String(error)
      return method.apply(this, [{ shortage, reason }, messages[shortage]])
    },
  }
}
