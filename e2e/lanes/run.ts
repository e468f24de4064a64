/**
 * Runs all tests in lanes, most of them one after the other, and prints at the very end which lanes failed, which tests
 * and why: the end of the output is what remains readable when a run prints thousands of lines.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { putProgramOnCheckout } from '../../deploy/package/program.ts'
import { type Failure, filesToRepeat, readFailures } from './failures.ts'
import { newMemoryFolder } from './memory-folder.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/**
 * Scripts of package.json; those of one row run side by side. The tests of the browser, of faults and of the server
 * nearly keep two cores busy by themselves: the first two of them took 1,208 s side by side, and 1,155 s one after the
 * other. Types and style take what the browser's tests leave.
 */
const LANES = [['test:e2e', 'check'], ['test:faults'], ['test:server'], ['test:product', 'test:screens']]
const DETAIL_LINES = 60 // lines, shared by all failures
const REPEATED_FILES = 3 // of a lane at most; more of them at once are a fault, or a machine that is not fit
const LAST_LINES = 30 // lines of a lane that failed without naming a failure

interface Outcome {
  lane: string
  code: number | null
  seconds: number
  failures: Failure[]
  lastLines: string[]
  /** What failed at first and passed when its files ran once more, alone. */
  repeated: Failure[]
}

// Whoever stops this program stops the lanes, too, and what they keep in memory goes.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const notes = mkdtempSync(join(tmpdir(), 'baton-lanes-'))
const memory = newMemoryFolder()
// What the package ships is what is tested; the newcomer's way and a lane that is run alone start the checkout.
const program = mkdtempSync(join(tmpdir(), 'baton-program-'))
process.once('exit', () => rmSync(program, { recursive: true, force: true }))
await putProgramOnCheckout(program)

function run(lane: string, files: readonly string[] = []): Promise<Outcome> {
  const from = Date.now()
  const file = join(notes, [lane.replace(':', '-'), files.length].join('-'))
  const child = spawn('npm', ['run', '--silent', lane, '--', ...files], {
    cwd: ROOT,
    env: { ...process.env, FAILURES_FILE: file, BATON_PACKAGE: program, ...(memory && { TMPDIR: memory }) },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  const stop = () => child.kill()
  process.once('exit', stop)
  let lastLines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    let rest = ''
    stream.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop()!
      lastLines = [...lastLines, ...lines].slice(-LAST_LINES)
      for (const line of lines) console.log(`[${lane}] ${line}`)
    })
  }
  return new Promise((done) => {
    child.on('close', (code) => {
      process.off('exit', stop)
      const seconds = Math.round((Date.now() - from) / 1000)
      console.log(`[${lane}] ended with ${code} after ${seconds} s`)
      done({ lane, code, seconds, failures: readFailures(file), lastLines, repeated: [] })
    })
  })
}

/** Prints why a lane failed, and why what passed at its second try had failed at first. */
function explain({ lane, code, failures, lastLines, repeated }: Outcome, detailLines: number): void {
  for (const { name, error } of [...failures, ...repeated]) {
    console.log(`\n✗ ${lane} ${name}`)
    for (const line of error.split('\n').slice(0, detailLines)) console.log(`    ${line}`)
  }
  if (code === 0 || failures.length > 0) return
  console.log(`\n✗ ${lane} ended with ${code} and named no test. Its last lines:`)
  for (const line of lastLines) console.log(`    ${stripVTControlCharacters(line)}`)
}

const outcomes: Outcome[] = []
for (const lanes of LANES) outcomes.push(...(await Promise.all(lanes.map((lane) => run(lane)))))
for (const [index, { lane, code, failures }] of outcomes.entries()) {
  const files = code === 0 ? [] : filesToRepeat(failures, REPEATED_FILES)
  if (files.length === 0) continue
  console.log(`[${lane}] once more, alone: ${files.join(', ')}`)
  const again = await run(lane, files)
  if (again.code === 0) outcomes[index] = { ...again, repeated: failures }
}
rmSync(notes, { recursive: true })

const failed = outcomes.flatMap(({ failures }) => failures).length
for (const outcome of outcomes) explain(outcome, Math.max(3, Math.floor(DETAIL_LINES / Math.max(1, failed))))
console.log()
for (const { lane, code, seconds, repeated } of outcomes) {
  const what = code === 0 ? 'passed' : 'failed'
  console.log(`${code === 0 ? '✓' : '✗'} ${lane}: ${what} in ${seconds} s`)
  for (const { name } of repeated) console.log(`    passed only at the second try: ${name}`)
}
process.exitCode = outcomes.every(({ code }) => code === 0) ? 0 : 1
