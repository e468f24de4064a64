import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createPlainServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { type MailServer, startMailServer } from '#server/testing/mail-server.ts'
import { newDatabase } from '../api/support/storage.ts'
import { must, setUp } from '../tools/client.ts'
import { freePort } from '../tools/free-port.ts'
import { listenOnLoopback } from '../tools/listen-on-loopback.ts'
import { examine } from './support/doctor.ts'
import { databaseNames, type Installation, newInstallation } from './support/installation.ts'
import { startModelProvider } from './support/model-provider.ts'
import { hasPgBouncer, startPgBouncer } from './support/pgbouncer.ts'
import { hasOpenssl, issue, makeAuthority } from './support/private-authority.ts'
import { runSql } from './support/released.ts'
import { aroundServer, isInstalled, isOpen, programs } from './support/tls-proxy.ts'

/** How the doctor is run while a fault is there. */
interface Made {
  env: Record<string, string>
  /** What it may use, as a parameter of the shell's `ulimit`. */
  limit?: string
}

const DOCUMENT = resolve(import.meta.dirname, '../../docs/operating.md')
const DEAD = async () => `127.0.0.1:${await freePort()}`

/** The rows of the table of faults: each with what the doctor says, and how to mend it. */
function rows(): { fault: string; says: string; mend: string }[] {
  const [, section = ''] = readFileSync(DOCUMENT, 'utf8').split('### What the doctor finds\n')
  return [...section.matchAll(/^\| (?!Fault |-)(.+?) \| (.+?) \| (.+?) \|$/gm)].map(
    ([, fault = '', says = '', mend = '']) => ({ fault: fault.replaceAll('`', ''), says, mend }),
  )
}

/** Finds a line of the doctor that says what a row does, where `…` stands for anything. */
function lineOf({ says, mend }: { says: string; mend: string }): RegExp {
  const [, name = '', detail = ''] = /^`(.+?)`: ?(.*)$/.exec(says) ?? []
  const pattern = (text: string) =>
    text
      .trim()
      .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/ ?… ?/g, '.*')
  return new RegExp(`^FAIL {2}${name} +${pattern(detail)}.* → .*${pattern(mend)}`, 'm')
}

describe('npm run doctor, of each fault in docs/operating.md', () => {
  let folder: string
  let lived: string
  let mailServer: MailServer
  const ends: (() => unknown)[] = []

  const atEnd = (end: () => unknown) => ends.push(end)
  const newFolder = () => mkdtempSync(join(folder, 'data-'))
  /** A copy of the data of an installation with a mailbox that sends by a server. */
  const copy = () => {
    const data = newFolder()
    cpSync(lived, data, { recursive: true })
    return data
  }
  const at = (dataDir: string) => ({ dataDir }) as Installation
  const odd = async (sql: (name: string) => string, change: (url: URL, name: string) => void = () => {}) => {
    const url = new URL(await newDatabase(inject('ownPostgres')!))
    const name = url.pathname.slice(1)
    const client = new pg.Client(inject('ownPostgres')!)
    await client.connect()
    for (const statement of sql(name).split(';')) await client.query(statement)
    await client.end()
    change(url, name)
    return { env: { DATABASE_URL: url.href } }
  }
  /** Starts nginx with a `server` of its configuration, which listens at a port. */
  const startNginx = async (server: string, port: number) => {
    const place = newFolder()
    const file = join(place, 'configuration')
    writeFileSync(file, aroundServer(server, place))
    const nginx = spawn(programs.nginx, ['-p', place, '-e', 'stderr', '-c', file], { stdio: 'ignore' })
    atEnd(() => nginx.kill('SIGTERM'))
    await expect.poll(() => isOpen(port)).toBe(true)
  }
  const started = async () => {
    const installation = await newInstallation('SQLite')
    atEnd(installation.remove)
    return installation.start()
  }
  const renamed = (prefix: string) => (url: URL, name: string) => {
    url.pathname = `/${prefix}${name}`
  }
  const provider = async () => {
    const made = await startModelProvider()
    atEnd(made.close)
    made.behave('error')
    return made.url
  }

  const faults: Record<string, () => Made | Promise<Made>> = {
    'A variable is misspelt': () => ({ env: { TRUSTED_PROXY: '127.0.0.1' } }),
    'PostgreSQL does not run': async () => ({ env: { DATABASE_URL: `postgres://nobody@${await DEAD()}/none` } }),
    'The database only reads': () => odd((name) => `alter database ${name} set default_transaction_read_only = on`),
    "Its encoding can't hold every text": () =>
      odd((name) => `create database latin_${name} template template0 encoding 'LATIN1'`, renamed('latin_')),
    'Its user may make no tables': () =>
      odd(
        (name) => `create role maker_${name} login`,
        (url, name) => {
          url.username = `maker_${name}`
        },
      ),
    'The tables lie in a schema that nobody names': async () => {
      const installation = await newInstallation('PostgreSQL')
      atEnd(installation.remove)
      await runSql(installation, 'create schema support')
      const named = `${installation.databaseUrl}?options=-c%20search_path%3Dsupport`
      await (await installation.start({ DATABASE_URL: named })).stop()
      return { env: { DATABASE_URL: installation.databaseUrl! } }
    },
    'PostgreSQL takes no TLS, and sslmode demands it': async () => ({
      env: { DATABASE_URL: `${await newDatabase(inject('ownPostgres')!)}?sslmode=require` },
    }),
    'PostgreSQL has no connection to spare': () =>
      odd(
        (name) => `create role full_${name} login connection limit 0`,
        (url, name) => {
          url.username = `full_${name}`
        },
      ),
    'A pooler shares connections': async () => {
      const bouncer = await startPgBouncer(await newDatabase(inject('ownPostgres')!), { pool_mode: 'transaction' })
      atEnd(bouncer.stop)
      return { env: { DATABASE_URL: bouncer.url } }
    },
    'The database is from before 1.0.0': async () => {
      const data = copy()
      await runSql(at(data), "insert into kysely_migration values ('0001-start', '2026-01-01')")
      return { env: { DATA_DIR: data } }
    },
    'A newer version has taken away what this one needs': async () => {
      const data = copy()
      await runSql(at(data), "insert into kysely_migration values ('9998-less-needs-9997', '2099-01-01')")
      return { env: { DATA_DIR: data } }
    },
    'The embedded database is damaged': () => {
      const data = copy()
      const path = join(data, 'baton.db')
      writeFileSync(path, readFileSync(path).fill('x', 0, 100))
      return { env: { DATA_DIR: data } }
    },
    'The clock is wrong': async () => {
      const data = copy()
      await runSql(at(data), `update events set created_at = created_at + ${365 * 24 * 60 * 60 * 1000}`)
      return { env: { DATA_DIR: data } }
    },
    "The data folder can't be written to": () => {
      const data = newFolder()
      chmodSync(data, 0o500)
      // Root may write anywhere, except below a path that is a file.
      return { env: { DATA_DIR: process.getuid?.() === 0 ? join(import.meta.filename, 'data') : data } }
    },
    'A file may not grow': () => ({ env: { DATA_DIR: newFolder() }, limit: '-f 0' }),
    'The disk is nearly full': () => ({ env: { DATA_DIR: newFolder(), DISK_RESERVE: '999999999' } }),
    'The key of secrets can be read by others': () => {
      const data = copy()
      chmodSync(join(data, 'secret.key'), 0o644)
      return { env: { DATA_DIR: data } }
    },
    'The key of secrets is damaged': () => {
      const data = copy()
      writeFileSync(join(data, 'secret.key'), 'no key')
      return { env: { DATA_DIR: data } }
    },
    'The key of secrets is lost': () => {
      const data = copy()
      rmSync(join(data, 'secret.key'))
      return { env: { DATA_DIR: data } }
    },
    'Backups have no place': () => {
      const kept = newFolder()
      chmodSync(kept, 0o500)
      return { env: { BACKUP_DIR: process.getuid?.() === 0 ? join(import.meta.filename, 'kept') : kept } }
    },
    'Backups are too old': () => {
      const kept = newFolder()
      const old = join(kept, 'baton-20250117-0300')
      mkdirSync(old)
      writeFileSync(join(old, 'backup.json'), '{}')
      return { env: { BACKUP_DIR: kept, TZ: 'UTC' } }
    },
    'pg_dump is missing': async () => {
      const bin = newFolder()
      for (const name of ['sh', 'awk', 'dirname', 'readlink'])
        symlinkSync(['/usr/bin', '/bin'].map((place) => join(place, name)).find(existsSync)!, join(bin, name))
      const databaseUrl = await newDatabase(inject('ownPostgres')!)
      return { env: { DATABASE_URL: databaseUrl, BACKUP_DIR: newFolder(), PATH: bin } }
    },
    'Few files may be open': () => ({ env: {}, limit: '-n 256' }),
    'The port is taken': async () => {
      const other = createPlainServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
      await once(other, 'listening')
      atEnd(() => other.close())
      return { env: { PORT: String((other.address() as { port: number }).port) } }
    },
    "HOST is another machine's": () => ({ env: { HOST: '192.0.2.1' } }),
    'Nothing answers at PUBLIC_URL': async () => ({ env: { PUBLIC_URL: `http://${await DEAD()}` } }),
    'Something else answers at PUBLIC_URL': async () => {
      const other = createServer((_, response) => response.end('Welcome to another program!'))
      atEnd(() => other.close())
      return { env: { PUBLIC_URL: `http://${await listenOnLoopback(other)}` } }
    },
    'The certificate ends': async () => {
      const authority = newFolder()
      makeAuthority(authority)
      issue(authority, 'name', 'localhost', 'DNS:localhost') // for two days
      const [cert, key] = ['name.pem', 'name.key'].map((name) => readFileSync(join(authority, name)))
      const front = createTlsServer({ cert, key }, (_, response) => response.end('{"status":"ok","version":"1"}'))
      atEnd(() => front.close())
      const port = (await listenOnLoopback(front as never)).split(':')[1]
      return { env: { PUBLIC_URL: `https://localhost:${port}`, NODE_EXTRA_CA_CERTS: join(authority, 'ca.pem') } }
    },
    'The proxy takes no large bodies': async () => {
      const product = await started()
      const port = await freePort()
      // With nginx's own limit of 1 MB.
      await startNginx(`server { listen 127.0.0.1:${port}; location / { proxy_pass ${product.url}; } }`, port)
      return { env: { DATA_DIR: product.dataDir, PUBLIC_URL: `http://127.0.0.1:${port}` } }
    },
    'The proxy holds back streams': async () => {
      const product = await started()
      const port = await freePort()
      await startNginx(
        `server {
          listen 127.0.0.1:${port};
          client_max_body_size 25m;
          location / { proxy_pass ${product.url}; proxy_buffering on; proxy_ignore_headers X-Accel-Buffering; }
        }`,
        port,
      )
      return { env: { DATA_DIR: product.dataDir, PUBLIC_URL: `http://127.0.0.1:${port}` } }
    },
    'TRUST_PROXY does not name the proxy': async () => {
      const product = await started()
      const proxy = createServer((request, response) => {
        const headers = { ...request.headers, 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' }
        httpRequest(`${product.url}${request.url}`, { headers }, (answer) => answer.pipe(response)).end()
      })
      atEnd(() => proxy.close())
      const url = `http://${await listenOnLoopback(proxy)}`
      await fetch(`${url}/healthz`)
      return { env: { DATA_DIR: product.dataDir, PUBLIC_URL: url } }
    },
    "Outbound requests reach a cloud's credentials": () => ({ env: { OUTBOUND_ALLOW: '169.254.0.0/16' } }),
    'This machine reaches nothing': () => ({ env: { OUTBOUND_ALLOW: '127.0.0.1/32' } }),
    'A model fails': async () => ({
      env: { OPENAI_COMPATIBLE_BASE_URL: `${await provider()}/v1`, OPENAI_COMPATIBLE_MODELS: 'stand-in' },
    }),
    'The server of embeddings fails': async () => ({
      env: { EMBEDDINGS_BASE_URL: `${await provider()}/v1`, EMBEDDINGS_MODEL: 'stand-in' },
    }),
    'The mail server refuses': () => {
      mailServer.refuseWith({ code: 550, message: 'no relaying' })
      const env = { SMTP_URL: mailServer.url, MAIL_FROM: 'a@example.com', PUBLIC_URL: 'http://localhost:3000' }
      return { env: { DATA_DIR: copy(), ...env } }
    },
    "A mailbox can't send": async () => {
      const data = copy()
      await runSql(
        at(data),
        `update mailboxes set outgoing = replace(outgoing, '${new URL(mailServer.url).port}', '${await freePort()}')`,
      )
      return { env: { DATA_DIR: data, OUTBOUND_ALLOW: '127.0.0.1/32' } }
    },
    'The bucket of files is away': async () => ({
      env: {
        STORAGE_URL: `s3://bucket/files?endpoint=http://${await DEAD()}&region=eu-central-1`,
        ...{ AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' },
      },
    }),
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'baton-doctor-'))
    mailServer = await startMailServer()
    const installation = await newInstallation('SQLite')
    const product = await installation.start()
    const owner = await setUp(product.url)
    const params = { organization: owner.organizationId }
    const { data: agent } = await must(product.url, 'createAgent', { params, body: { name: 'Desk' } }, owner)
    const { hostname: host, port, username: user, password } = new URL(mailServer.url)
    const auth = { type: 'password' as const, password: decodeURIComponent(password) }
    const body = {
      ...{ agent_id: agent.id, name: 'Desk', address: 'desk@example.com', incoming: { type: 'http' as const } },
      outgoing: { host, port: Number(port), security: 'none' as const, user, auth },
    }
    await must(product.url, 'createMailbox', { params, body }, owner)
    await product.stop()
    lived = join(folder, 'lived')
    cpSync(installation.dataDir, lived, { recursive: true })
    await installation.remove()
  })
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
    mailServer.refuseWith(undefined)
  })
  afterAll(async () => {
    await mailServer.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('makes each of them, and twenty at least', () => {
    expect(Object.keys(faults)).toEqual(rows().map(({ fault }) => fault))
    expect(rows().length).toBeGreaterThanOrEqual(20)
  })

  const lacking: Record<string, boolean> = {
    'A pooler shares connections': !hasPgBouncer,
    'The certificate ends': !hasOpenssl,
    'The proxy takes no large bodies': !isInstalled('nginx'),
    'The proxy holds back streams': !isInstalled('nginx'),
  }
  const ofPostgres = /PostgreSQL|pg_dump|pooler|encoding|schema|only reads|no tables/
  it.for(rows())('$fault', async (row, { skip }) => {
    skip(lacking[row.fault] || (ofPostgres.test(row.fault) && !databaseNames().includes('PostgreSQL')))
    const { env, limit } = await faults[row.fault]!()
    const { code, output } = await examine({ DATA_DIR: newFolder(), ...env }, undefined, limit)
    expect(output).toMatch(lineOf(row))
    expect(code).toBe(1)
  })
})
