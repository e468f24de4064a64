import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '../../db/ids.ts'
import { createDependencies } from '../../dependencies.ts'
import { tellListeners } from '../../events/emit.ts'
import { createPlatform } from '../../platform/create-platform.ts'
import { readConfig } from '../../settings/config.ts'
import { createPostgresDatabase, databases } from '../../testing/database.ts'
import { createReceiver, type Receiver } from '../../testing/receiver.ts'
import { insertAgent, insertOrganization } from '../../testing/sample-rows.ts'
import { selectAttempts } from './queries.ts'
import { sampleAnnouncement } from './sample-event.ts'

const MAIN = join(import.meta.dirname, '../../main.ts')

describe.each(databases())('a process that dies in an attempt, on $name', ({ name }) => {
  const undo: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step()
  })

  /** Makes the environment variables of a server with a new database. */
  async function environment(): Promise<Record<string, string>> {
    const dataDir = await mkdtemp(join(tmpdir(), 'baton-crash-'))
    undo.push(() => rm(dataDir, { recursive: true, force: true }))
    const base = { DATA_DIR: dataDir, PORT: '0', ROLE: 'worker', LOG_LEVEL: 'error', OUTBOUND_ALLOW: '127.0.0.1/32' }
    if (name !== 'postgres') return base
    const { databaseUrl, drop } = await createPostgresDatabase()
    undo.push(drop)
    return { ...base, DATABASE_URL: databaseUrl }
  }

  /** Opens the database while no other process uses it, as an embedded one requires. */
  async function withServer<T>(
    env: Record<string, string>,
    use: (deps: ReturnType<typeof createDependencies>['deps']) => Promise<T>,
  ): Promise<T> {
    const config = readConfig(env)
    const log = pino({ level: 'error' })
    const platform = await createPlatform(config, log)
    await platform.database.migrate()
    const { deps, close } = createDependencies(config, platform, log)
    try {
      return await use(deps)
    } finally {
      await close()
    }
  }

  async function startWorker(env: Record<string, string>): Promise<ChildProcess> {
    const worker = spawn(process.execPath, [MAIN], { env: { PATH: process.env.PATH, ...env }, stdio: 'inherit' })
    undo.push(() => kill(worker))
    return worker
  }

  async function kill(worker: ChildProcess): Promise<void> {
    if (worker.exitCode !== null || worker.signalCode !== null) return
    worker.kill('SIGKILL')
    await once(worker, 'exit')
  }

  it('repeats it, and it uses up none of the ten', async () => {
    const receiver: Receiver = await createReceiver((_post, { received }) =>
      received.length === 1 ? { hang: true } : { status: 500 },
    )
    undo.push(() => receiver.close())
    const env = await environment()
    await withServer(env, (deps) =>
      deps.database.transaction(async (tx) => {
        const organizationId = await insertOrganization(tx)
        const agentId = await insertAgent(tx, organizationId)
        await tx
          .insertInto('webhook_endpoints')
          .values({
            id: newId(),
            agent_id: agentId,
            url: `${receiver.url}/hook`,
            events: '["public_api_message_created"]',
            secret: `whsec_${Buffer.alloc(32).toString('base64')}`,
            is_active: 1,
            failing_since: null,
            created_at: 1,
            deleted_at: null,
          })
          .execute()
        const announcement = sampleAnnouncement(agentId, 'public_api_message_created', 1)
        await tellListeners(deps, tx, organizationId, {
          event: { type: 'action.updated', agent_id: agentId },
          announcement,
        })
      }),
    )
    const first = await startWorker(env)
    await receiver.waitFor('/hook', 1, 30_000)
    await kill(first)

    const second = await startWorker(env)
    const [cutOff, repeated, retried] = await receiver.waitFor('/hook', 3, 60_000)
    await kill(second)
    expect(repeated?.headers['webhook-id']).toBe(cutOff?.headers['webhook-id'])
    // Milliseconds; the wait before the second attempt.
    expect((retried?.at ?? 0) - (repeated?.at ?? 0)).toBeGreaterThan(3_900)

    await withServer(env, async ({ database }) => {
      const delivery = await database.read.selectFrom('webhook_deliveries').selectAll().executeTakeFirstOrThrow()
      const attempts = await selectAttempts(database.read, [delivery.id])
      expect(attempts.map(({ number }) => number)[0]).toBe(1)
      expect(delivery.attempt_count).toBe(attempts.length)
      expect(attempts.length).toBeLessThanOrEqual(2)
    })
  })
})
