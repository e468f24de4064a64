import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { describe, expect, inject, it } from 'vitest'
import { createPostgresDatabase } from '../../testing/database.ts'

describe.runIf(inject('postgres'))('notifications', () => {
  it('come to rest when something is told after they were closed', async () => {
    const { databaseUrl, drop } = await createPostgresDatabase()
    const thread = new Worker(new URL('./told-after-close.fixture.ts', import.meta.url), { workerData: databaseUrl })
    try {
      const ended = new Promise<number>((resolve, reject) => thread.once('exit', resolve).once('error', reject))
      expect(await Promise.race([ended, delay(10_000, 'still busy')])).toBe(0)
    } finally {
      await thread.terminate()
      await drop()
    }
  })
})
