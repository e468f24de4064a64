import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createPostgresDatabase, testLog } from '../../testing/database.ts'
import { openPostgresDatabase } from './database.ts'

const QUIET_MS = 1_500

describe.runIf(inject('postgres'))('connections that die without a word', () => {
  let where: Awaited<ReturnType<typeof createPostgresDatabase>>
  let way: Awaited<ReturnType<typeof openWay>>
  let database: ReturnType<typeof openPostgresDatabase>
  beforeAll(async () => {
    where = await createPostgresDatabase()
    const url = new URL(where.databaseUrl)
    way = await openWay(url.hostname, Number(url.port))
    url.host = `127.0.0.1:${way.port}`
    database = openPostgresDatabase(url.href, testLog)
  })
  afterAll(async () => {
    await database.close()
    way.close()
    await where.drop()
  })

  const ask = () => sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.05)`.execute(database.read)
  const askTogether = async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, ask))
    return answers.map(({ rows }) => rows[0]!.pid)
  }

  it('are replaced by new ones, long before a query on them would be given up', async () => {
    const before = await askTogether()
    await delay(QUIET_MS)
    way.silence()
    const [{ pid }] = (await ask()).rows as [{ pid: number }]
    expect(before).not.toContain(pid)
    for (const other of await askTogether()) expect(before).not.toContain(other)
  })

  it('are told from those that were only quiet', async () => {
    const isOneKept = async () => {
      const before = await askTogether()
      await delay(QUIET_MS)
      return (await askTogether()).some((pid) => before.includes(pid))
    }
    await expect.poll(isOneKept).toBe(true) // while the machine is held up, all may be replaced
  })
})

/**
 * Starts a proxy to the database server whose connections can be made silent: they stay open but carry no more data.
 */
async function openWay(host: string, port: number) {
  const open: Socket[] = []
  const server = createServer((near) => {
    const far = connect(port, host)
    open.push(near, far)
    near.pipe(far).pipe(near)
    near.on('error', () => far.destroy()).on('close', () => far.destroy())
    far.on('error', () => near.destroy())
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      for (const socket of open) socket.unpipe().pause()
    },
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
