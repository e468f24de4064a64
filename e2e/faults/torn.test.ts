import { closeSync, copyFileSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../api/support/until.ts'
import { must, type Owner } from '../tools/client.ts'
import { runCommand } from './support/command.ts'
import { type Installation, newInstallation } from './support/installation.ts'

const LONG = 'A sentence that takes up room in the database. '.repeat(200)

/** Writes until the database file itself has grown, not only its log. */
async function writeUntilGrown(url: string, owner: Owner, agent: string, database: string): Promise<void> {
  const before = statSync(database).size
  const conversation = (await must(url, 'createConversation', { params: { agent }, body: {} }, owner)).data.id
  await until('the database file has grown', async () => {
    const say = () => must(url, 'sendHumanMessage', { params: { agent, conversation }, body: { content: LONG } }, owner)
    await Promise.all(Array.from({ length: 50 }, say))
    return statSync(database).size > before + 2_000_000
  })
}

describe('a database that was copied while a server wrote to it', () => {
  let parent: string
  let torn: string
  let installation: Installation
  beforeEach(async () => {
    parent = mkdtempSync(join(tmpdir(), 'baton-torn-'))
    torn = join(parent, 'copy')
    installation = await newInstallation('SQLite')
    const database = join(installation.dataDir, 'baton.db')
    const { product, owner, agent } = await installation.begin()
    await writeUntilGrown(product.url, owner, agent, database)
    // Copy one file after the other, as a naive backup does, while the server moves pages from one to the other.
    mkdirSync(torn)
    copyFileSync(database, join(torn, 'baton.db'))
    for (let times = 0; times < 2; times += 1) await writeUntilGrown(product.url, owner, agent, database)
    for (const name of ['baton.db-shm', 'baton.db-wal', 'lock.db'])
      copyFileSync(join(installation.dataDir, name), join(torn, name))
    await product.kill()
  })
  afterEach(async () => {
    await installation.remove()
    rmSync(parent, { recursive: true, force: true })
  })

  it('is refused at start by name, with what to do, and found by the doctor', async () => {
    const restored = await newInstallation('SQLite', { dataDir: torn })
    const refusal = `The database ${join(torn, 'baton.db')} is damaged: .*npm run backup`
    await expect(restored.start()).rejects.toThrow(new RegExp(refusal))
    const doctor = await runCommand('doctor', [], { DATA_DIR: torn })
    expect(doctor.output).toMatch(/^FAIL {2}database .* It is damaged: .* → .*npm run backup/m)
    const backup = await runCommand('backup', [join(parent, 'backup')], { DATA_DIR: torn })
    expect([backup.code, backup.output]).toEqual([1, expect.stringContaining('is damaged, and so its copy would be')])

    // The original was killed as well, and is intact.
    await (await installation.start()).stop()
    await restored.remove()
  })
})

describe('a damaged database file', () => {
  it('is refused at start by name although it had been closed, and by the doctor', async () => {
    const installation = await newInstallation('SQLite')
    const database = join(installation.dataDir, 'baton.db')
    const { product } = await installation.begin()
    expect(await product.stop()).toBe(0)
    const file = openSync(database, 'r+')
    writeSync(file, Buffer.alloc(40_000, 7), 0, 40_000, 8_192)
    closeSync(file)
    await expect(installation.start()).rejects.toThrow(`The database ${database} is damaged: `)
    await expect(installation.start()).rejects.toThrow(`The database ${database} is damaged: `)
    const doctor = await runCommand('doctor', [], { DATA_DIR: installation.dataDir })
    expect(doctor.output).toMatch(/^FAIL {2}database .* It is damaged: /m)
    await installation.remove()
  })
})
