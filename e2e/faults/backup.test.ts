import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { until } from '../api/support/until.ts'
import { must, type Owner } from '../tools/client.ts'
import { runCommand } from './support/command.ts'
import { hasDump } from './support/has-dump.ts'
import { databaseNames, newInstallation } from './support/installation.ts'
import { type Acknowledged, createLedger } from './support/ledger.ts'

/** A few by default; each is started to see what it holds. */
const COUNT = Number(process.env.FAULT_BACKUPS) || undefined
const BACKUPS = { SQLite: COUNT ?? 4, PostgreSQL: COUNT ?? 2 }
const KEY = `${Buffer.alloc(32, 1).toString('base64')}\n`

/** Ids of everything that the product has acknowledged but no longer has. */
async function missing(url: string, owner: Owner, agent: string, kept: Acknowledged): Promise<string[]> {
  const there = new Set<string>()
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { body } = await must(url, 'listSources', { params: { agent }, query: { page, per_page: 100 } }, owner)
    for (const { id } of body.data) there.add(id)
    last = body.meta.last_page
  }
  await Promise.all(
    [...kept.messages.keys()].map(async (conversation) => {
      const input = { params: { agent, conversation }, query: { per_page: 100 } }
      for (const { id } of (await must(url, 'listMessages', input, owner)).data) there.add(id)
    }),
  )
  return [...kept.sources, ...kept.files, ...[...kept.messages.values()].flat()].filter((id) => !there.has(id))
}

describe.each(databaseNames())('npm run backup on %s', (database) => {
  const count = BACKUPS[database]

  it(`${count} made under load, each holds everything acknowledged before it began`, async () => {
    if (database === 'PostgreSQL' && !hasDump) return console.error('pg_dump is missing: THIS TEST DID NOT RUN.')
    const installation = await newInstallation(database)
    const parent = mkdtempSync(join(tmpdir(), 'baton-backups-'))
    const env = {
      DATA_DIR: installation.dataDir,
      ...(installation.databaseUrl && { DATABASE_URL: installation.databaseUrl }),
    }
    const made: { folder: string; kept: Acknowledged }[] = []
    let isBusy = true
    try {
      const { product, owner, agent } = await installation.begin()
      writeFileSync(join(installation.dataDir, 'secret.key'), KEY, { mode: 0o600 })
      const ledger = createLedger(product.url, owner, agent)
      const writers = [ledger.writeSource, ledger.uploadFile, ledger.converse, ledger.writeAsPerson].map(
        async (write) => {
          while (isBusy) await write()
        },
      )
      for (let number = 1; number <= count; number += 1) {
        const before = ledger.counts().messages
        await until('something is written', async () => ledger.counts().messages > before)
        const folder = join(parent, `${number}`)
        const kept = ledger.acknowledged()
        const { code, output } = await runCommand('backup', [folder], env)
        expect(code, output).toBe(0)
        expect(output).toContain('secret.key lies beside the database')
        expect(readFileSync(join(folder, 'secret.key'), 'utf8')).toBe(KEY)
        made.push({ folder, kept })
      }
      isBusy = false
      await Promise.all(writers)
      await product.kill()

      for (const { folder, kept } of made) {
        const restored = await newInstallation(database, { dataDir: folder })
        if (restored.databaseUrl) restore(join(folder, 'baton.dump'), restored.databaseUrl)
        try {
          const { url } = await restored.start()
          expect(await missing(url, owner, agent, kept), folder).toEqual([])
          // Each upload is stored as one file, and none was deleted.
          expect(readdirSync(join(folder, 'files')).length).toBeGreaterThanOrEqual(kept.files.length)
          await must(url, 'createConversation', { params: { agent }, body: {} }, owner)
        } finally {
          await restored.remove()
        }
      }
      const { messages, ...others } = made.at(-1)!.kept
      const counts = [others.sources.length, others.files.length, [...messages.values()].flat().length]
      console.log(`${database}: ${count} backups; the last of ${counts.join(' + ')} sources, files and messages`)
    } finally {
      isBusy = false
      await installation.remove()
      rmSync(parent, { recursive: true, force: true })
    }
  })
})

function restore(dump: string, databaseUrl: string): void {
  const { status, stderr } = spawnSync('pg_restore', ['--no-owner', `--dbname=${databaseUrl}`, dump])
  if (status !== 0) throw new Error(`pg_restore: ${stderr}`)
}

describe('npm run backup', () => {
  it('leaves nothing behind where it can not be made, and says why', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'baton-backups-'))
    const folder = join(parent, 'backup')
    const bare = withoutDump()
    const refusals: [Record<string, string>, string][] = [
      [{ DATA_DIR: join(parent, 'none') }, 'There is no embedded database in'],
      [{ DATABASE_URL: 'postgres://127.0.0.1:1/none', PATH: bare }, 'pg_dump is not installed'],
    ]
    if (hasDump) refusals.push([{ DATABASE_URL: 'postgres://127.0.0.1:1/none' }, 'DATABASE_URL: '])
    for (const [env, sentence] of refusals) {
      const { code, output } = await runCommand('backup', [folder], { DATA_DIR: parent, ...env })
      expect([code, output]).toEqual([1, expect.stringContaining(sentence)])
      expect(readdirSync(parent)).toEqual([])
    }
    expect(existsSync(folder)).toBe(false)
    const there = await runCommand('backup', [parent], { DATA_DIR: parent })
    expect([there.code, there.output]).toEqual([1, expect.stringContaining('exists already')])
    for (const folder of [parent, bare]) rmSync(folder, { recursive: true })
  })
})

/** Makes a folder with the programs that the launcher calls, and no other. */
function withoutDump(): string {
  const folder = mkdtempSync(join(tmpdir(), 'baton-bare-'))
  for (const name of ['awk', 'dirname', 'readlink']) {
    const program = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim()
    symlinkSync(program, join(folder, name))
  }
  return folder
}
