import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPostgresDatabase, databases, testLog } from '../testing/database.ts'
import { ownJob } from '../testing/platform-process.ts'
import { createPlatform } from './create-platform.ts'

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
    await vi.waitFor(() => expect(lines).toContain('started'), { timeout: 60_000 })
    expect(lines[0]).toBe(name === 'postgres' ? 'drivers pg' : 'drivers none')
  })

  const send = async (...payloads: string[]) => {
    const sender = await createPlatform({ dataDir, databaseUrl }, testLog)
    await sender.database.migrate()
    await sender.database.transaction(async (tx) => {
      for (const payload of payloads) await sender.jobs.send(tx, ownJob, payload)
    })
    await sender.close()
  }

  // SIGSTOP simulates a machine that hangs. On the embedded platform no other process could take over.
  it.each(name === 'postgres' ? (['SIGKILL', 'SIGSTOP'] as const) : (['SIGKILL'] as const))(
    'take over soon what a process left active that got %s',
    async (signal) => {
      await send('endless one', 'endless two')
      const first = run({ dataDir, databaseUrl })
      await vi.waitFor(() => expect(first.lines).toContain('run endless two 1'), { timeout: 60_000 })
      const others = name === 'postgres' ? [run({ dataDir, databaseUrl })] : []
      for (const { lines } of others) await vi.waitFor(() => expect(lines).toContain('started'), { timeout: 60_000 })
      first.child.kill(signal)
      const diedAt = performance.now()
      if (signal === 'SIGKILL') await first.exited
      const next = others[0] ?? run({ dataDir, databaseUrl })
      const runs = ['run endless one 1', 'run endless two 1']
      await vi.waitFor(() => expect(next.lines).toEqual(expect.arrayContaining(runs)), { timeout: 60_000 })
      const seconds = (performance.now() - diedAt) / 1000
      const told = next.lines.filter((line) => line.startsWith('interrupted'))
      expect(told.sort()).toEqual(['interrupted endless one', 'interrupted endless two'])
      expect(seconds).toBeLessThan(25) // 15 on a machine that is not busy with other tests too
    },
  )

  it('end a job alone that kills them again and again', { timeout: 200_000 }, async () => {
    const innocent = ['one', 'two', 'three']
    await send('one', 'two', 'poison', 'three')
    let deaths = 0
    const lines: string[] = []
    const seen = () => [...lines, ...(processes.at(-1)?.lines ?? [])]
    const isOver = () => seen().some((line) => line.startsWith('failed')) && innocent.every(isDone)
    const isDone = (payload: string) => seen().includes(`done ${payload} 1`)
    while (!isOver()) {
      const next = run({ dataDir, databaseUrl })
      let isGone = false
      void next.exited.then(() => (isGone = true))
      await vi.waitFor(() => expect(isGone || isOver()).toBe(true), { timeout: 60_000 })
      if (!isGone) break
      deaths += 1
      lines.push(...next.lines)
    }
    expect(seen().filter((line) => line.startsWith('failed'))).toEqual([
      'failed poison: The process died each time this job ran',
    ])
    expect(deaths).toBeLessThanOrEqual(5)
  })
})

describe('the data folder', () => {
  it('belongs to one process until that dies', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'baton-lock-'))
    const platform = await createPlatform({ dataDir, databaseUrl: undefined }, testLog)
    await expect(createPlatform({ dataDir, databaseUrl: undefined }, testLog)).rejects.toThrow(dataDir)

    const startedAt = Date.now()
    const refused = run({ dataDir, databaseUrl: undefined })
    expect((await refused.exited) as unknown[]).not.toEqual([0, null])
    expect(Date.now() - startedAt).toBeLessThan(20_000)
    expect(refused.errors.join('')).toContain(`The data folder ${dataDir} is in use by another process`)
    await platform.close()

    const holder = run({ dataDir, databaseUrl: undefined })
    await vi.waitFor(() => expect(holder.lines).toContain('started'), { timeout: 60_000 })
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
