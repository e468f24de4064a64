import { write, writeSync } from 'node:fs'

const STANDARD_OUTPUT = 1
const HELD_CHARACTERS = 1_000_000 // waiting to be written; further lines are dropped
const RETRY_MS = 100

interface LogOutput {
  write(line: string): void
  /** Writes the remaining lines synchronously, as the process ends. Lines being written just then may come twice. */
  flush(): void
}

/** Writes the log to standard output without blocking the server. Lines that can't be written are lost. */
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
        // Lines that can't be written are lost.
      }
    },
  }
}
