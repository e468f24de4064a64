import { spawnSync } from 'node:child_process'
import { chownSync, closeSync, mkdtempSync, openSync, rmSync, statSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { until } from '../api/support/until.ts'
import { call, must } from '../tools/client.ts'
import { databaseNames, newInstallation } from './support/installation.ts'
import { createLedger } from './support/ledger.ts'

const SIZE_BYTES = 96 * 1_048_576
const LONG = 'A sentence that takes up room on the disk. '.repeat(1_000)

/** Sends a statement to the server that these tests may break. */
async function onServer(url: string, ...statements: string[]): Promise<Record<string, string>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    let rows: Record<string, string>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

/** A small file system that the PostgreSQL server may write to; undefined where this user may not mount one. */
function mountFor(owner: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'baton-tablespace-'))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_BYTES}`, 'tmpfs', folder]).status !== 0) {
    rmSync(folder, { recursive: true })
    return undefined
  }
  chownSync(folder, owner, owner)
  return folder
}

function fill(path: string): void {
  const file = openSync(path, 'a')
  try {
    for (const size of [1_048_576, 4_096]) for (;;) if (!writes(file, size)) break
  } finally {
    closeSync(file)
  }
}

function writes(file: number, size: number): boolean {
  try {
    return writeSync(file, new Uint8Array(size)) === size
  } catch {
    return false
  }
}

describe.runIf(databaseNames().includes('PostgreSQL'))('a PostgreSQL server whose disk is full', () => {
  it('refuses writes with 503, answers reads, loses nothing, and goes on when there is room', async (test) => {
    const server = inject('ownPostgres')!
    const [found] = await onServer(server, 'show data_directory')
    const folder = mountFor(statSync(found!.data_directory!).uid)
    if (!folder) {
      console.error('This user may not mount a file system: A FULL DISK OF POSTGRESQL WAS NOT TRIED.')
      return test.skip()
    }
    const ballast = join(folder, 'ballast')
    const installation = await newInstallation('PostgreSQL')
    try {
      await onServer(
        server,
        `create tablespace small location '${folder}'`,
        `alter database ${new URL(installation.databaseUrl!).pathname.slice(1)} set tablespace small`,
      )
      const { product, owner, agent } = await installation.begin()
      const ledger = createLedger(product.url, owner, agent)
      await ledger.converse()
      await ledger.settle(product.url)

      fill(ballast)
      const refused = await until('a write is refused', async () => {
        const body = { type: 'text' as const, content: LONG }
        const answer = await call(product.url, 'createSource', { params: { agent }, body }, owner)
        return answer.status >= 400 && answer
      })
      expect([refused.status, refused.body.error.code]).toEqual([503, 'service_unavailable'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      const ready = await fetch(`${product.url}/readyz`)
      expect([ready.status, await ready.json()]).toEqual([503, expect.objectContaining({ shortage: 'disk' })])
      expect((await must(product.url, 'listConversations', { params: { agent } }, owner)).data).toHaveLength(1)
      await ledger.converse() // may fail; whatever the product acknowledges must exist at the end
      expect(product.output().match(/"shortage":"disk"/g)).toHaveLength(1)

      unlinkSync(ballast)
      await until('it is ready again', async () => (await fetch(`${product.url}/readyz`)).ok)
      await until('it writes again', async () => {
        const before = ledger.counts().messages
        await ledger.converse()
        return ledger.counts().messages === before + 2
      })
      await ledger.check(product.url)
      expect(await product.stop()).toBe(0)
    } finally {
      await installation.remove()
      rmSync(ballast, { force: true })
      await onServer(
        server,
        `drop database if exists ${new URL(installation.databaseUrl!).pathname.slice(1)} with (force)`,
        'drop tablespace if exists small',
      )
      spawnSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true })
    }
  })
})
