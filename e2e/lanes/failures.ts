import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** One thing that went wrong in a run of tests. */
export interface Failure {
  /** File and name of the test, or what happened outside of any test. */
  name: string
  /** What the test runner says about it, as plain text. */
  error: string
  /** The test's file, relative to the project's folder; missing for what happened outside of any test. */
  file?: string
}

interface ReportedError {
  message?: string
  stack?: string
  diff?: string
}

/** Notes a failure in the file named by the environment, from which `npm test` lists all failures at its end. */
export function noteFailure(name: string, errors: readonly ReportedError[], file?: string): void {
  const notes = process.env.FAILURES_FILE
  if (!notes) return
  const error = errors.map(describe).join('\n')
  appendFileSync(notes, `${JSON.stringify({ name, error, ...(file && { file }) } satisfies Failure)}\n`)
}

export function readFailures(file: string): Failure[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line))
}

/**
 * The files that a lane runs once more, alone, before it counts as failed: a test that misses its moment only while the
 * machine does everything else too passes there, and one that found a fault fails again.
 * @returns none if there are more than `most`, or if anything failed outside of them
 */
export function filesToRepeat(failures: readonly Failure[], most: number): string[] {
  const files = failures.map(({ file }) => file)
  const named = files.filter((file) => file !== undefined)
  const unique = [...new Set(named)]
  return named.length === files.length && unique.length <= most ? unique : []
}

/** The message, the difference between what was expected and what came, and the place in the tests' own files. */
function describe({ message = 'an error without a message', diff = '', stack = '' }: ReportedError): string {
  const frames = stack.split('\n').filter((line) => line.trimStart().startsWith('at '))
  const own = frames.find((line) => !line.includes('node_modules') && !line.includes('node:')) ?? frames[0] ?? ''
  return stripVTControlCharacters([message, diff, own].filter(Boolean).join('\n'))
}
