import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openReplay } from './replay.ts'

/*
 * `npm run replay` replays a month of 20,000 conversations, kills the process in the middle, goes on in another, and
 * compares the numbers of the overview with those counted anew. With DATABASE_URL it does so in that database, which
 * must be empty.
 */

const { values } = parseArgs({
  options: {
    conversations: { type: 'string', default: '20000' },
    days: { type: 'string', default: '30' },
    folder: { type: 'string' },
    end: { type: 'string', default: new Date().toISOString() },
    child: { type: 'boolean', default: false },
  },
})
const dataDir = values.folder ?? mkdtempSync(join(tmpdir(), 'baton-replay-'))
const replay = {
  dataDir,
  conversations: Number(values.conversations),
  days: Number(values.days),
  end: Date.parse(values.end),
  ...(process.env.DATABASE_URL && { databaseUrl: process.env.DATABASE_URL }),
}

/** Replays in a process of its own, which is killed once it has replayed the conversation `killedAt`. */
async function replayAndDie(killedAt: number): Promise<void> {
  const args = ['--child', '--folder', dataDir, '--end', values.end, '--days', values.days]
  const child: ChildProcess = spawn(
    process.execPath,
    [import.meta.filename, ...args, '--conversations', values.conversations],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const last = Number(text.trim().split('\n').at(-1))
    if (last >= killedAt) child.kill('SIGKILL')
  })
  await new Promise((resolve) => child.on('exit', resolve))
}

if (values.child) {
  const month = await openReplay(replay)
  await month.replay(undefined, (number) => process.stdout.write(`${number}\n`))
} else {
  const half = Math.floor(replay.conversations / 2)
  await replayAndDie(half)
  const month = await openReplay(replay)
  await month.replay(undefined, (number) => {
    if (number % 1_000 === 0) console.log(`${number} conversations`)
  })
  const different = await month.recount()
  const { numbers } = await month.overview('30d')
  console.log(JSON.stringify(numbers, (name, value) => (name === 'how' ? undefined : value), 2))
  console.log(`Different when counted anew: ${JSON.stringify(different)}`)
  await month.close()
  if (!values.folder) rmSync(dataDir, { recursive: true, force: true })
  process.exitCode = Object.values(different).some((count) => count > 0) ? 1 : 0
}
