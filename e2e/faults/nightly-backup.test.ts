import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { until } from '../api/support/until.ts'
import { runCommand } from './support/command.ts'
import { newSmallDisk } from './support/disk.ts'
import { hasDump } from './support/has-dump.ts'
import { databaseNames, newAgent, newInstallation } from './support/installation.ts'

describe.each(databaseNames())('BACKUP_DIR on %s', (database) => {
  it('has a backup soon after a start that missed the time, without those that are not to be kept', async () => {
    if (database === 'PostgreSQL' && !hasDump) return console.error('pg_dump is missing: THIS TEST DID NOT RUN.')
    const installation = await newInstallation(database)
    const parent = mkdtempSync(join(tmpdir(), 'baton-nightly-'))
    // Three of long ago, of different weeks: the newest of them is kept as that of its week.
    for (const name of ['baton-20250103-0300', 'baton-20250110-0300', 'baton-20250117-0300'])
      mkdirSync(join(parent, name), { recursive: true })
    const kept = { BACKUP_DIR: parent, BACKUP_KEEP: 'daily:1,weekly:2' }
    const env = { DATA_DIR: installation.dataDir, ...kept }
    try {
      await installation.begin(kept)
      const backups = () => globSync('baton-*', { cwd: parent }).sort()
      await until('a backup is made', async () => backups().length === 2)
      const [old, made = ''] = backups()
      expect(old).toBe('baton-20250117-0300')
      await until(
        'the server has noted its state',
        async () => globSync('status.json', { cwd: installation.dataDir }).length > 0,
      )
      const { code, output } = await runCommand('status', ['--json'], env)
      const state = JSON.parse(output)
      expect(state.backups).toMatchObject({ folder: parent, kept: 2, error: null })
      expect(state.troubles).toEqual([])
      expect(code, output).toBe(state.findings.every(({ is_ok }: { is_ok: boolean }) => is_ok) ? 0 : 1)
      expect((await runCommand('status', [], env)).output).toMatch(/^Baton \d/)
      const fresh = join(parent, 'fresh')
      if (database === 'SQLite') {
        const restored = await runCommand('restore', [join(parent, made), '--to', fresh], env)
        expect([restored.code, restored.output]).toEqual([0, expect.stringContaining(`Restored to ${fresh}`)])
      }
    } finally {
      await installation.remove()
      rmSync(parent, { recursive: true, force: true })
    }
  })
})

describe('a disk for backups without room', () => {
  it('is named in the log as what no backup could be made for, and refuses nothing else', async () => {
    const disk = await newSmallDisk()
    const installation = await newInstallation('SQLite')
    try {
      const { product, owner } = await installation.begin({ BACKUP_DIR: join(disk.folder, 'backups') })
      disk.fill(product)
      await until('a backup was tried', async () => product.output().includes('the backup could not be made'))
      expect(product.output()).not.toContain('what has to be written is refused')
      disk.free(product)
      await newAgent(product.url, owner)
    } finally {
      await installation.remove()
      await disk.remove()
    }
  })
})
