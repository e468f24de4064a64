import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeVapidKey } from '../../adapters/push/vapid-key.ts'
import { createSecrets } from '../../adapters/secrets/secrets.ts'
import { databases } from '../../testing/database.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { readableVapidKey, sealVapidKey, vapidKey } from './vapid.ts'

describe.each(databases())('the key of this server’s pushes on $name', (database) => {
  let test: TestApp

  beforeAll(async () => {
    test = await createTestApp({ database, worker: false })
  })
  afterAll(() => test.close())

  const stored = async () =>
    (await test.deps.database.read.selectFrom('push_keys').selectAll().execute()).map(({ key_pair }) => key_pair)
  const forget = () => test.deps.database.transaction((tx) => tx.deleteFrom('push_keys').execute())

  it('is made once, also for two who need it at once, and is kept sealed', async () => {
    await forget()
    const [one, other] = await Promise.all([vapidKey(test.deps), vapidKey(test.deps)])
    expect(other).toEqual(one)
    expect(await vapidKey(test.deps)).toEqual(one)
    const [sealed, ...others] = await stored()
    expect(others).toEqual([])
    expect(sealed).not.toContain(one.d)
  })

  it('is left alone by a server with another secret key, which pushes nothing', async () => {
    await forget()
    await vapidKey(test.deps)
    const before = await stored()
    const secrets = createSecrets({ key: randomBytes(32), previous: undefined, dataDir: '' })
    expect(await readableVapidKey({ ...test.deps, secrets })).toBeUndefined()
    expect(await stored()).toEqual(before)
  })

  it('that an earlier version stored in clear is sealed and stays the same, so that subscriptions go on', async () => {
    const former = makeVapidKey()
    for (const use of [vapidKey, sealVapidKey]) {
      await forget()
      const row = { id: 'vapid' as const, key_pair: JSON.stringify(former) }
      await test.deps.database.transaction((tx) => tx.insertInto('push_keys').values(row).execute())
      await Promise.all([use(test.deps), use(test.deps)])
      expect((await stored())[0]).not.toContain(former.d)
      expect(await vapidKey(test.deps)).toEqual(former)
    }
  })
})
