import { write, writeSync } from 'node:fs'

const STANDARD_OUTPUT = 1
const HELD_CHARACTERS = 1_000_000 // of what is still to be written; later lines are lost
const RETRY_MS = 100

/** Where log lines go. */
export interface LogOutput {
  write(line: string): void
  /** Writes what is left while the process ends. */
  flush(): void
}

/**
 * Standard output for the log, without waiting for it. What can't be written, as when the disk is full, is lost: no log
 * line is worth the server.
 */
export function openLogOutput(descriptor = STANDARD_OUTPUT): LogOutput {
  let held = ''
  let inHand = Buffer.alloc(0)

  function next(): void {
    if (inHand.length === 0) {
      inHand = Buffer.from(held)
      held = ''
    }
    if (inHand.length > 0) write(descriptor, inHand, ended)
  }

  function ended(error: NodeJS.ErrnoException | null, written: number): void {
    if (error?.code === 'EAGAIN') return void setTimeout(next, RETRY_MS)
    inHand = error ? Buffer.alloc(0) : inHand.subarray(written)
    next()
  }

  return {
    write(line) {
      if (held.length + line.length > HELD_CHARACTERS) return
      const isIdle = held === '' && inHand.length === 0
      held += line
      if (isIdle) next()
    },
    flush() {
      try {
        writeSync(descriptor, Buffer.concat([inHand, Buffer.from(held)]))
      } catch {
        // As above.
      }
    },
  }
}
