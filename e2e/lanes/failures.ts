import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** One thing that went wrong in a run of tests. */
export interface Failure {
  /** File and name of the test, or what happened outside of any test. */
  name: string
  /** What the test runner says about it, as plain text. */
  error: string
}

interface ReportedError {
  message?: string
  stack?: string
  diff?: string
}

/** Notes a failure in the file named by the environment, from which `npm test` lists all failures at its end. */
export function noteFailure(name: string, errors: readonly ReportedError[]): void {
  const file = process.env.FAILURES_FILE
  if (!file) return
  const error = errors.map(describe).join('\n')
  appendFileSync(file, `${JSON.stringify({ name, error } satisfies Failure)}\n`)
}

export function readFailures(file: string): Failure[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line))
}

/** The message, the difference between what was expected and what came, and the place in the tests' own files. */
function describe({ message = 'an error without a message', diff = '', stack = '' }: ReportedError): string {
  const frames = stack.split('\n').filter((line) => line.trimStart().startsWith('at '))
  const own = frames.find((line) => !line.includes('node_modules') && !line.includes('node:')) ?? frames[0] ?? ''
  return stripVTControlCharacters([message, diff, own].filter(Boolean).join('\n'))
}
