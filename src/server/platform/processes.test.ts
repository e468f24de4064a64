import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPostgresDatabase, databases, testLog } from '../testing/database.ts'
import { endlessJob } from '../testing/platform-process.ts'
import { createPlatform } from './create-platform.ts'
import type { JobHandler } from './platform.ts'

const SCRIPT = fileURLToPath(new URL('../testing/platform-process.ts', import.meta.url))

interface Process {
  child: ChildProcess
  lines: string[]
  errors: string[]
  exited: Promise<unknown>
}

let processes: Process[] = []

function run(options: { dataDir: string; databaseUrl: string | undefined }): Process {
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'pipe'] })
  const started: Process = { child, lines: [], errors: [], exited: once(child, 'exit') }
  child.stdout.on('data', (text) => started.lines.push(...String(text).trim().split('\n')))
  child.stderr.on('data', (text) => started.errors.push(String(text)))
  processes.push(started)
  return started
}

describe.each(databases())('processes on $name', ({ name }) => {
  let dataDir: string
  let databaseUrl: string | undefined
  let drop: (() => Promise<void>) | undefined
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'baton-processes-'))
    if (name === 'postgres') ({ databaseUrl, drop } = await createPostgresDatabase())
  })
  afterEach(async () => {
    for (const { child } of processes) child.kill('SIGKILL')
    await Promise.all(processes.map(({ exited }) => exited))
    processes = []
    await drop?.()
    await rm(dataDir, { recursive: true })
  })

  it('load the driver of their own database only', async () => {
    const { lines } = run({ dataDir, databaseUrl })
    await vi.waitFor(() => expect(lines).toContain('started'), { timeout: 10_000 })
    expect(lines[0]).toBe(name === 'postgres' ? 'drivers pg' : 'drivers none')
  })

  it('take over what a killed process left active, and count its run', { timeout: 60_000 }, async () => {
    const first = run({ dataDir, databaseUrl })
    await vi.waitFor(() => expect(first.lines).toContain('started'), { timeout: 10_000 })
    // Where only one process may use the folder, the job is sent before it starts.
    if (name === 'sqlite') {
      first.child.kill('SIGKILL')
      await first.exited
    }
    const sender = await createPlatform({ dataDir, databaseUrl }, testLog)
    await sender.database.transaction((tx) => sender.jobs.send(tx, endlessJob, 'x'))
    await sender.close()
    const worker = name === 'sqlite' ? run({ dataDir, databaseUrl }) : first
    await vi.waitFor(() => expect(worker.lines).toContain('run x 1'), { timeout: 10_000 })
    worker.child.kill('SIGKILL')
    await worker.exited

    const second = run({ dataDir, databaseUrl })
    await vi.waitFor(() => expect(second.lines).toContain('run x 2'), { timeout: 20_000 })
    second.child.kill('SIGKILL')
    await second.exited

    // Both attempts were cut off: only the giving up is left.
    const failed: { payload: string; error: unknown }[] = []
    const handler: JobHandler<string> = {
      definition: endlessJob,
      run: () => Promise.reject(new Error('must not run a third time')),
      failed: async (payload, error) => void failed.push({ payload, error }),
    }
    const last = await createPlatform({ dataDir, databaseUrl }, testLog)
    await last.jobs.start([handler as JobHandler<never>])
    await vi.waitFor(() => expect(failed).toHaveLength(1), { timeout: 20_000 })
    expect(failed[0]?.payload).toBe('x')
    expect(failed[0]?.error).toEqual(new Error('The process died in the last attempt'))
    await last.close()
  })
})

describe('the data folder', () => {
  it('belongs to one process until that dies', { timeout: 30_000 }, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'baton-lock-'))
    const platform = await createPlatform({ dataDir, databaseUrl: undefined }, testLog)
    await expect(createPlatform({ dataDir, databaseUrl: undefined }, testLog)).rejects.toThrow(dataDir)

    const startedAt = Date.now()
    const refused = run({ dataDir, databaseUrl: undefined })
    expect((await refused.exited) as unknown[]).not.toEqual([0, null])
    expect(Date.now() - startedAt).toBeLessThan(5000)
    expect(refused.errors.join('')).toContain(`The data folder ${dataDir} is in use by another process`)
    await platform.close()

    const holder = run({ dataDir, databaseUrl: undefined })
    await vi.waitFor(() => expect(holder.lines).toContain('started'), { timeout: 10_000 })
    await expect(createPlatform({ dataDir, databaseUrl: undefined }, testLog)).rejects.toThrow(dataDir)
    holder.child.kill('SIGKILL')
    await holder.exited
    const next = await createPlatform({ dataDir, databaseUrl: undefined }, testLog)
    expect(await next.database.isReady()).toBe(true)
    await next.close()
    processes = []
    await rm(dataDir, { recursive: true })
  })
})
