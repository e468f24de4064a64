import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { describe, expect, it } from 'vitest'
import { until } from '../api/support/until.ts'
import { call, must, type Owner } from '../tools/client.ts'
import { runCommand } from './support/command.ts'
import { hasDump } from './support/has-dump.ts'
import { type DatabaseName, databaseNames, newInstallation } from './support/installation.ts'

const WORD = 'quizzaciously' // what the visitor has written, who is erased after the backup
const KEPT = 'perspicacious' // what another has written
const LATER = 'sesquipedalian' // what the erased one writes when they come again

const filesWith = (folder: string, word: string) =>
  globSync('**/*', { cwd: folder })
    .filter((file) => statSync(join(folder, file)).isFile())
    .filter((file) => readFileSync(join(folder, file)).includes(word))

async function converse(url: string, owner: Owner, agent: string, visitor: string, content: string): Promise<string> {
  const body = { chat_user_id: visitor }
  const conversation: string = (await must(url, 'createConversation', { params: { agent }, body }, owner)).data.id
  await must(url, 'sendMessage', { params: { agent, conversation }, body: { content } }, owner)
  return conversation
}

async function erase(url: string, owner: Owner, agent: string, visitor: string): Promise<void> {
  const params = { organization: owner.organizationId }
  const matches = [{ agent_id: agent, chat_user_id: visitor, identity_verified: false }]
  const { data } = await must(url, 'eraseVisitors', { params, body: { matches } }, owner)
  await until('the visitor is erased', async () => {
    const job = await must(url, 'getVisitorJob', { params: { ...params, job: data.id } }, owner)
    return job.data.status === 'done'
  })
}

function dumpOf(databaseUrl: string): string {
  const { status, stdout, stderr } = spawnSync('pg_dump', [databaseUrl], { maxBuffer: 1e9 })
  if (status !== 0) throw new Error(String(stderr))
  return String(stdout)
}

const cases = databaseNames().flatMap((database): [DatabaseName, string][] => [
  [database, 'in clear'],
  [database, 'encrypted'],
])

describe.each(cases)('npm run restore on %s, %s', (database, kind) => {
  it('brings back what was, erases again who was erased since, and refuses what is in use', async () => {
    if (database === 'PostgreSQL' && !hasDump) return console.error('pg_dump is missing: THIS TEST DID NOT RUN.')
    const installation = await newInstallation(database)
    const fresh = database === 'PostgreSQL' ? await newInstallation(database) : installation
    const parent = mkdtempSync(join(tmpdir(), 'baton-restore-'))
    const backup = join(parent, 'backup')
    const identity = await generateIdentity()
    const identityFile = join(parent, 'identity.txt')
    writeFileSync(identityFile, `# made by a test\n${identity}\n`)
    const isEncrypted = kind === 'encrypted'
    const env = {
      DATA_DIR: installation.dataDir,
      ...(installation.databaseUrl && { DATABASE_URL: installation.databaseUrl }),
      ...(isEncrypted && { BACKUP_RECIPIENT: await identityToRecipient(identity) }),
    }
    const restore = (from: string, to: string[] = []) =>
      runCommand('restore', [from, ...to, ...(isEncrypted ? ['--identity', identityFile] : [])], env)
    try {
      const { product, owner, agent } = await installation.begin()
      const { url } = product
      const gone = await converse(url, owner, agent, 'ana', `I am ${WORD}`)
      const kept = await converse(url, owner, agent, 'ben', `I am ${KEPT}`)
      const made = await runCommand('backup', [backup], env)
      expect(made.code, made.output).toBe(0)
      expect(filesWith(backup, KEPT).length > 0).toBe(database === 'SQLite' && !isEncrypted)
      await erase(url, owner, agent, 'ana')
      const again = await converse(url, owner, agent, 'ana', `I am ${LATER}`)

      // A damaged backup, one without its key, and a running server are refused; nothing changes.
      const damaged = join(parent, 'damaged')
      cpSync(backup, damaged, { recursive: true })
      const [database_ = ''] = globSync('baton.d*', { cwd: damaged })
      const bytes = readFileSync(join(damaged, database_))
      bytes[bytes.length >> 1]! ^= 1
      writeFileSync(join(damaged, database_), bytes)
      expect((await restore(damaged)).output).toContain('is not as it was written')
      if (isEncrypted) expect((await runCommand('restore', [backup], env)).output).toContain('--identity FILE')
      expect(await restore(backup)).toEqual({ code: 1, output: expect.stringContaining('in use') })
      const elsewhere = database === 'SQLite' ? 'postgres://127.0.0.1:1/other' : join(parent, 'other')
      const toAnother = await restore(backup, ['--to', elsewhere])
      expect(toAnother).toEqual({ code: 1, output: expect.stringContaining('move with npm run export and import') })
      await must(url, 'getConversation', { params: { agent, conversation: again } }, owner)
      await product.kill()

      const { code, output } = await restore(backup, fresh.databaseUrl ? ['--to', fresh.databaseUrl] : [])
      expect(code, output).toBe(0)
      expect(output).toContain('1 visitors who were erased meanwhile')
      if (database === 'SQLite') expect(output).toMatch(/Lost is what came later, the last of it on 20/)
      // Neither the files nor the database hold a word of whom was erased; what was there before is not touched.
      if (database === 'SQLite') expect((await restore(backup)).code).toBe(0) // again, within the minute
      const before = globSync('before-*', { cwd: installation.dataDir })
      if (database === 'SQLite')
        expect(before.flatMap((folder) => filesWith(join(installation.dataDir, folder), LATER))).not.toEqual([])
      for (const folder of before) rmSync(join(installation.dataDir, folder), { recursive: true })
      expect(filesWith(installation.dataDir, WORD)).toEqual([])
      if (fresh.databaseUrl) {
        expect(dumpOf(fresh.databaseUrl)).not.toContain(WORD)
        expect(dumpOf(fresh.databaseUrl)).toContain(KEPT)
      } else expect(filesWith(installation.dataDir, KEPT)).not.toEqual([])

      const started = await installation.start(fresh.databaseUrl ? { DATABASE_URL: fresh.databaseUrl } : {})
      const status = async (conversation: string) =>
        (await call(started.url, 'getConversation', { params: { agent, conversation } }, owner)).status
      expect([await status(kept), await status(gone), await status(again)]).toEqual([200, 404, 404])
    } finally {
      await installation.remove()
      if (fresh !== installation) await fresh.remove()
      rmSync(parent, { recursive: true, force: true })
    }
  })
})
