import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { backUpDatabase, inspectDatabase } from '#server/platform/create-platform.ts'
import { until } from '../api/support/until.ts'
import type { TestPostgres } from '../tools/postgres.ts'
import { startProduct } from '../tools/product.ts'
import { runCommand } from './support/command.ts'
import { hasDump } from './support/has-dump.ts'
import { databaseNames } from './support/installation.ts'
import { hasOpenssl, issue, makeAuthority } from './support/private-authority.ts'
import { startOwnPostgres } from './support/start-postgres.ts'

if (!hasOpenssl) console.error('openssl is missing: TLS TO POSTGRESQL WAS NOT TRIED.')

describe.runIf(hasOpenssl && databaseNames().includes('PostgreSQL'))(
  'PostgreSQL with TLS and a private authority',
  () => {
    let postgres: TestPostgres
    let admin: pg.Client
    let folder: string
    let data: string
    let port: string
    let times = 0
    const warnings: string[] = []
    const note = (warning: Error) => void warnings.push(warning.message)

    /** Installs a certificate and the lines of who may connect, and lets the server read them. */
    async function serve(certificate: string, hosts: string): Promise<void> {
      const { uid, gid } = statSync(data)
      for (const [from, to, mode] of [
        [`${certificate}.pem`, 'server.crt', 0o600],
        [`${certificate}.key`, 'server.key', 0o600],
        ['ca.pem', 'root.crt', 0o600],
      ] as const) {
        writeFileSync(join(data, to), readFileSync(join(folder, from)), { mode })
        chownSync(join(data, to), uid, gid)
      }
      times += 1
      const nobody = `nobody_${times}`
      writeFileSync(join(data, 'pg_hba.conf'), `${hosts}\nhost all keeper,${nobody} 127.0.0.1/32 trust\n`)
      await admin.query('alter system set ssl = on')
      await admin.query("alter system set ssl_ca_file = 'root.crt'")
      await admin.query('select pg_reload_conf()')
      // The server has read them once it misses this user, and no longer a line for them.
      await until('the server has read its files', async () => /role .* does not exist/.test(await refusalOf(nobody)))
    }

    async function refusalOf(user: string): Promise<string> {
      const client = new pg.Client(`postgres://${user}@127.0.0.1:${port}/postgres`)
      client.on('error', () => {})
      return client.connect().then(
        () => 'none',
        (error: Error) => error.message,
      )
    }

    const url = (query: string, host = 'localhost') => `postgres://postgres@${host}:${port}/postgres?${query}`
    const ca = () => `sslrootcert=${join(folder, 'ca.pem')}`
    const inspect = (query: string, host?: string) =>
      inspectDatabase({ databaseUrl: url(query, host), dataDir: folder })

    beforeAll(async () => {
      process.on('warning', note)
      postgres = (await startOwnPostgres())!
      port = new URL(postgres.url).port
      admin = new pg.Client(postgres.url)
      await admin.connect()
      await admin.query('create role keeper superuser login')
      data = (await admin.query('show data_directory')).rows[0].data_directory
      folder = mkdtempSync(join(tmpdir(), 'baton-tls-'))
      makeAuthority(folder)
      makeAuthority(folder, 'other')
      issue(folder, 'name', 'localhost', 'DNS:localhost')
      issue(folder, 'address', 'database', 'IP:127.0.0.1')
      issue(folder, 'client', 'postgres', 'DNS:postgres')
    })
    afterEach(() => {
      expect(warnings.splice(0)).toEqual([])
    })
    afterAll(async () => {
      process.off('warning', note)
      await admin.end()
      await postgres.stop()
      rmSync(folder, { recursive: true })
    })

    describe('that takes only encrypted connections', () => {
      beforeAll(() => serve('name', 'hostssl all postgres 127.0.0.1/32 trust'))

      it.each([
        ['', 'localhost'],
        ['sslmode=prefer', 'localhost'],
        ['sslmode=allow', 'localhost'],
        ['sslmode=require', '127.0.0.1'],
        ['sslmode=no-verify', '127.0.0.1'],
        ['ssl=true', '127.0.0.1'],
        ['sslmode=require&CA', '127.0.0.1'],
        ['sslmode=prefer&CA', '127.0.0.1'],
        ['sslmode=verify-ca&CA', '127.0.0.1'],
        ['sslmode=verify-full&CA', 'localhost'],
        ['uselibpqcompat=true&sslmode=verify-full&CA', 'localhost'],
      ])('connects with %s at %s', async (query, host) => {
        expect((await inspect(query.replace('CA', ca()), host)).problem).toBeUndefined()
      })

      it.each([
        ['sslmode=disable', 'localhost', /no encryption/],
        ['sslmode=verify-full&CA', '127.0.0.1', /for another name than the host/],
        ['sslmode=verify-full', 'localhost', /sslmode=verify-full&sslrootcert=/],
        ['sslrootcert=system', 'localhost', /sslmode=verify-full&sslrootcert=/],
        ['sslmode=require&OTHER', 'localhost', /sslmode=verify-full&sslrootcert=/],
        ['sslmode=verify-ca&OTHER', 'localhost', /sslmode=verify-full&sslrootcert=/],
        ['sslmode=verify-full&sslrootcert=/none.pem', 'localhost', /sslrootcert can't be read: ENOENT/],
      ])('refuses with %s at %s, in a sentence', async (query, host, sentence) => {
        const other = `sslrootcert=${join(folder, 'other.pem')}`
        await expect(inspect(query.replace('CA', ca()).replace('OTHER', other), host)).rejects.toThrow(sentence)
      })

      it.runIf(hasDump).each([
        ['sslmode=require', true],
        ['sslmode=no-verify', true],
        ['sslmode=verify-full&CA', true],
        ['pgbouncer=true&connection_limit=5&sslmode=require', true],
        ['sslmode=verify-full', false],
        ['sslmode=disable', false],
      ])('is dumped as the server reads it, with %s: %s', async (query, isDumped) => {
        const to = mkdtempSync(join(folder, 'dump-'))
        const config = { databaseUrl: url(query.replace('CA', ca())), dataDir: folder }
        const dumped = backUpDatabase(config, to)
        if (!isDumped) return await expect(dumped).rejects.toThrow('DATABASE_URL: ')
        await dumped
        expect(existsSync(join(to, 'baton.dump'))).toBe(true)
        expect(existsSync(join(to, 'authorities.pem'))).toBe(false)
      })

      it('trusts what the system trusts, server, doctor and dump alike', async () => {
        const env = { DATABASE_URL: url('sslmode=verify-full'), SSL_CERT_FILE: join(folder, 'ca.pem') }
        const { output } = await runCommand('doctor', [], env)
        expect(output).toMatch(/^ok +database /m)
        if (!hasDump) return
        const dataDir = mkdtempSync(join(folder, 'data-'))
        const { code, output: said } = await runCommand('backup', [join(dataDir, 'backup')], {
          ...env,
          DATA_DIR: dataDir,
        })
        expect(code, said).toBe(0)
      })

      it('is started on without a warning', async () => {
        const product = await startProduct({ env: { DATABASE_URL: url('sslmode=require') }, args: ['--no-dashboard'] })
        const encrypted = await admin.query(
          "select bool_and(ssl) as all from pg_stat_ssl join pg_stat_activity using (pid) where application_name like 'baton%'",
        )
        expect(encrypted.rows[0].all).toBe(true)
        expect(await product.stop()).toBe(0)
        expect(product.output()).not.toMatch(/warning/i)
      })
    })

    it('is verified by its address where that is what it was given', async () => {
      await serve('address', 'hostssl all postgres 127.0.0.1/32 trust')
      expect((await inspect(`sslmode=verify-full&${ca()}`, '127.0.0.1')).problem).toBeUndefined()
      await expect(inspect(`sslmode=verify-full&${ca()}`)).rejects.toThrow(/another name/)
    })

    it('that wants a client’s certificate gets it', async () => {
      await serve('name', 'hostssl all postgres 127.0.0.1/32 cert')
      const client = `sslcert=${join(folder, 'client.pem')}&sslkey=${join(folder, 'client.key')}`
      expect((await inspect(`sslmode=verify-full&${ca()}&${client}`)).problem).toBeUndefined()
      await expect(inspect(`sslmode=verify-full&${ca()}`)).rejects.toThrow(/certificate/)
      await expect(inspect('sslmode=require&sslcert=/none.pem&sslkey=/none.key')).rejects.toThrow(
        /sslcert can't be read/,
      )
    })

    it('that takes only plain connections is reached where the mode leaves it to the server', async () => {
      await serve('name', 'hostnossl all postgres 127.0.0.1/32 trust')
      for (const query of ['', 'sslmode=prefer', 'sslmode=allow', 'sslmode=disable'])
        expect((await inspect(query)).problem).toBeUndefined()
      await expect(inspect('sslmode=require')).rejects.toThrow(/no pg_hba.conf entry.*SSL encryption/)
    })

    it('that has no TLS at all says so', async () => {
      await admin.query('alter system set ssl = off')
      await admin.query('select pg_reload_conf()')
      await expect.poll(async () => (await admin.query('show ssl')).rows[0].ssl).toBe('off')
      expect((await inspect('')).problem).toBeUndefined()
      await expect(inspect('sslmode=require')).rejects.toThrow(/takes no encrypted connections/)
    })
  },
)
