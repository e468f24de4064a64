import { Writable } from 'node:stream'
import { pino } from 'pino'

type Line = Record<string, unknown> & { level: number; msg: string }

/** A logger for tests, which keeps its lines. `take` returns those since the last call; `text` all of them as written. */
export function keepingLog(level = 'info') {
  const lines: string[] = []
  let taken = 0
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  return {
    log: pino({ level }, stream),
    take(): Line[] {
      const fresh = lines.slice(taken)
      taken = lines.length
      return fresh.map((line) => JSON.parse(line) as Line)
    },
    text: () => lines.join(''),
  }
}
