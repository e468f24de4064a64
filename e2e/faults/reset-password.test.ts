import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { call, ownerAccount } from '../tools/client.ts'
import { runCommand } from './support/command.ts'
import { databaseNames, newInstallation } from './support/installation.ts'

const FAILURES_ALLOWED = 10

describe.each(databaseNames())('npm run reset-password on %s', (database) => {
  it('prints a link for another password, whose use ends what the lost one began', async () => {
    const installation = await newInstallation(database)
    const { dataDir, databaseUrl } = installation
    const env = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
    const reset = (...parameters: string[]) => runCommand('reset-password', parameters, env)
    try {
      const { product, owner } = await installation.begin()
      const signIn = (password: string) =>
        call(product.url, 'signIn', { body: { email: ownerAccount.email, password } })
      for (let count = 0; count < FAILURES_ALLOWED; count += 1) await signIn('what may it have been')
      expect((await signIn(ownerAccount.password)).status).toBe(429)

      const beside = await reset(ownerAccount.email)
      if (!databaseUrl) {
        expect([beside.code, beside.output]).toEqual([1, expect.stringContaining('in use by another process')])
        expect(await product.stop()).toBe(0)
      }
      const { code, output } = databaseUrl ? beside : await reset(ownerAccount.email.toUpperCase())
      expect(code, output).toBe(0)
      if (!databaseUrl) await installation.start()

      const link = /^http:\/\/localhost:3000\/reset-password#([\w-]{43})$/m.exec(output)
      const password = 'battery staple horse'
      const use = () => call(product.url, 'usePasswordReset', { body: { token: link?.[1] ?? '', password } })
      expect((await call(product.url, 'getSession', {}, { cookie: owner.cookie })).status).toBe(200)
      expect((await use()).status).toBe(204)
      expect((await use()).status).toBe(404)
      expect((await call(product.url, 'getSession', {}, { cookie: owner.cookie })).status).toBe(401)
      expect((await signIn(ownerAccount.password)).status).toBe(401)
      expect((await signIn(password)).status).toBe(200)
    } finally {
      await installation.remove()
    }
  })
})

it('npm run reset-password says what is missing', async () => {
  const installation = await newInstallation('SQLite')
  const empty = mkdtempSync(join(tmpdir(), 'baton-empty-'))
  try {
    const { product } = await installation.begin()
    await product.stop()
    const stranger = await runCommand('reset-password', ['stranger@example.com'], { DATA_DIR: installation.dataDir })
    expect([stranger.code, stranger.output]).toEqual([1, expect.stringContaining('No account has the address')])
    for (const addresses of [[], ['owner@example.com', 'stranger@example.com']]) {
      const refused = await runCommand('reset-password', addresses, { DATA_DIR: installation.dataDir })
      expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('npm run reset-password -- EMAIL')])
    }
    const nowhere = await runCommand('reset-password', ['owner@example.com'], { DATA_DIR: empty })
    expect([nowhere.code, nowhere.output]).toEqual([1, expect.stringContaining('no embedded database')])
  } finally {
    rmSync(empty, { recursive: true })
    await installation.remove()
  }
})
