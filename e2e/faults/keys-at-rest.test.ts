import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { startModelProvider } from '#server/testing/model-provider.ts'
import { must } from '../tools/client.ts'
import { runCommand } from './support/command.ts'
import { hasDump } from './support/has-dump.ts'
import { databaseNames, newInstallation } from './support/installation.ts'

const KEY = 'sk-a-key-that-nobody-may-see-4711'
const NAME = 'An account that is in every copy'

it.each(databaseNames())('no copy of %s holds the key of an account in clear', async (database) => {
  if (database === 'PostgreSQL' && !hasDump) return console.error('pg_dump is missing: THIS TEST DID NOT RUN.')
  const provider = await startModelProvider({ key: KEY })
  const installation = await newInstallation(database)
  const { dataDir, databaseUrl } = installation
  const copies = mkdtempSync(join(tmpdir(), 'baton-copies-'))
  const env = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  try {
    const { product, owner } = await installation.begin()
    const body = { provider: 'openai_compatible' as const, base_url: provider.url, key: KEY, name: NAME }
    await must(product.url, 'createModelAccount', { params: { organization: owner.organizationId }, body }, owner)
    const backup = join(copies, 'backup')
    const backedUp = await runCommand('backup', [backup], env)
    expect(backedUp.code, backedUp.output).toBe(0)
    expect(await product.stop()).toBe(0)
    const archive = join(copies, 'archive')
    if (!databaseUrl) expect((await runCommand('export', [archive], env)).code).toBe(0)

    const files = globSync('**/*', { cwd: copies }).filter((file) => statSync(join(copies, file)).isFile())
    const contents = files.map((file) => ({ file, bytes: readable(join(copies, file)) }))
    const holding = (words: string) => contents.flatMap(({ file, bytes }) => (bytes.includes(words) ? file : []))
    const withAccounts = databaseUrl ? ['backup/baton.dump'] : ['archive', 'backup/baton.db']
    expect(holding(NAME).toSorted()).toEqual(withAccounts)
    expect(holding(KEY)).toEqual([])
    expect(holding(Buffer.from(KEY).toString('base64').slice(0, 40))).toEqual([])
  } finally {
    await installation.remove()
    rmSync(copies, { recursive: true, force: true })
    provider.close()
  }
})

/** The bytes of a file, without the compression of exports and of PostgreSQL's dumps. */
function readable(file: string): Buffer {
  if (file.endsWith('.dump')) return execFileSync('pg_restore', ['--file=-', file], { maxBuffer: 2 ** 28 })
  return file.endsWith('archive') ? gunzipSync(readFileSync(file)) : readFileSync(file)
}
