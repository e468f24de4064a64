import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { MailServer } from '#server/testing/mail-server.ts'
import { NO_RATE_LIMITS } from '../../api/support/start-products.ts'
import { newDatabase } from '../../api/support/storage.ts'
import { must, type Owner, setUp } from '../../tools/client.ts'
import { freePort } from '../../tools/free-port.ts'
import { type Product, startProduct } from '../../tools/product.ts'

export type DatabaseName = 'SQLite' | 'PostgreSQL'

/** SQLite, and PostgreSQL too where the tests have a server that they may break. */
export const databaseNames = (): DatabaseName[] => (inject('ownPostgres') ? ['SQLite', 'PostgreSQL'] : ['SQLite'])

/** A data folder, perhaps a database, and an address: everything that survives the death of a process. */
export interface Installation {
  url: string
  port: number
  dataDir: string
  databaseUrl: string | undefined
  /** Starts a process as `npm start` does, without the dashboard; a second one at a time needs a port of its own. */
  start(env?: Record<string, string>, ownPort?: number, printTo?: number): Promise<Product>
  /** Starts a process and sets it up: an owner with an API key, and an agent. */
  begin(env?: Record<string, string>): Promise<{ product: Product; owner: Owner; agent: string }>
  /** Kills processes that still run, and removes the data folder unless the caller provided it. */
  remove(): Promise<void>
}

export async function newInstallation(
  database: DatabaseName,
  options: { dataDir?: string; postgres?: string; env?: Record<string, string>; within?: string[] } = {},
): Promise<Installation> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'baton-faults-'))
  const port = await freePort()
  const databaseUrl =
    database === 'PostgreSQL' ? await newDatabase(options.postgres ?? inject('ownPostgres')!) : undefined
  const running: Product[] = []
  const installation: Installation = {
    url: `http://127.0.0.1:${port}`,
    port,
    dataDir,
    databaseUrl,
    async start(env, ownPort = port, printTo) {
      const common = { RATE_LIMITS: NO_RATE_LIMITS, OUTBOUND_ALLOW: '127.0.0.1/32', ...options.env }
      const product = await startProduct({
        dataDir,
        port: ownPort,
        env: { ...common, ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...env },
        args: ['--no-dashboard'],
        within: options.within,
        printTo,
      })
      running.push(product)
      return product
    },
    async begin(env) {
      const product = await installation.start(env)
      const owner = await setUp(product.url)
      return { product, owner, agent: await newAgent(product.url, owner) }
    },
    async remove() {
      for (const product of running)
        if (product.process.exitCode === null && product.process.signalCode === null) await product.kill()
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return installation
}

/** Environment variables for an installation that sends mail. */
export const mailEnvironment = ({ url }: MailServer): Record<string, string> => ({
  SMTP_URL: url,
  MAIL_FROM: 'Support <support@example.com>',
  PUBLIC_URL: 'http://localhost:3000',
})

export async function newAgent(url: string, owner: Owner, body: object = {}): Promise<string> {
  const input = { params: { organization: owner.organizationId }, body: { name: 'Guide', ...body } }
  return (await must(url, 'createAgent', input, owner)).data.id
}

/** Resolves once the process has ended, on its own or by a signal. */
export function ended(product: Product): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  const { process } = product
  if (process.exitCode !== null || process.signalCode !== null)
    return Promise.resolve({ code: process.exitCode, signal: process.signalCode })
  return new Promise((done) => process.once('exit', (code, signal) => done({ code, signal })))
}
