import { pino } from 'pino'
import type { Log } from '../context.ts'

/** Runs a command: exit code 1 if it says false or fails with an error, whose message goes to standard error; else 0. */
export async function runCommand(command: (parameters: string[]) => Promise<unknown>): Promise<void> {
  try {
    process.exitCode = (await command(process.argv.slice(2))) === false ? 1 : 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

/** A logger for commands, which writes only errors, to the standard error stream. */
export function commandLog(): Log {
  return pino({ level: 'error' }, pino.destination({ dest: 2, sync: true }))
}

/** Formats names and counts as a table of two columns, without the counts that are 0. */
export function countsTable(counts: Readonly<Record<string, number>>): string {
  const entries = Object.entries(counts).filter(([, count]) => count > 0)
  const width = Math.max(0, ...entries.map(([name]) => name.length))
  return entries.map(([name, count]) => `  ${name.padEnd(width)}  ${count.toLocaleString('en')}`).join('\n')
}
