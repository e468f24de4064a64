import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../db/ids.ts'
import { databases } from '../../testing/database.ts'
import { buildAction, buildAgent } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { MOST_ACTIONS } from './routes.ts'

describe.each(databases())('actions on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let agent: string
  beforeAll(async () => {
    test = await createTestApp({ database, worker: false })
    owner = await test.signUp()
    agent = (await buildAgent(test, owner)).id
  })
  afterAll(() => test.close())

  const list = async () => (await test.request('listActions', { params: { agent } }, owner)).data
  const create = () => buildAction(test, owner, agent)

  it('are listed as they were made, changed in part, and gone when deleted', async () => {
    const created = await create()
    expect(await list()).toEqual([created])
    const params = { agent, action: created.id }
    const changed = await test.request('updateAction', { params, body: { name: 'Look an order up' } }, owner)
    expect(changed.data).toEqual({
      ...created,
      name: 'Look an order up',
      updated_at: expect.any(String),
    })
    expect(await list()).toEqual([changed.data])
    expect((await test.request('deleteAction', { params }, owner)).status).toBe(204)
    expect(await list()).toEqual([])
    expect((await test.request('updateAction', { params, body: {} }, owner)).status).toBe(404)
    expect((await test.request('deleteAction', { params }, owner)).status).toBe(404)
  })

  it(`are ${MOST_ACTIONS} of an agent at most, also when two are added at once`, async () => {
    const full = (await buildAgent(test, owner)).id
    const row = { slug: 'look-up', name: 'Look up', description: 'Looks an order up', fields: '[]' }
    const rows = Array.from({ length: MOST_ACTIONS - 1 }, () => ({
      ...{ ...row, id: newId(), agent_id: full, created_at: 1, updated_at: 1 },
    }))
    await test.deps.database.transaction((tx) => tx.insertInto('agent_actions').values(rows).execute())
    const body = { ...row, fields: [{ name: 'number', label: 'Number', type: 'text' as const, required: true }] }
    const add = () => test.request('createAction', { params: { agent: full }, body }, owner)
    const answers = await Promise.all([add(), add()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    expect((await add()).body.error.code).toBe('subscription_limit_exceeded')
  })

  it('tell the event stream', async () => {
    const events = async () =>
      (
        await test.deps.database.read
          .selectFrom('events')
          .select('payload')
          .where('type', '=', 'action.updated')
          .where('agent_id', '=', agent)
          .execute()
      ).length
    const before = await events()
    const params = { agent, action: (await create()).id }
    await test.request('updateAction', { params, body: { name: 'Look an order up' } }, owner)
    await test.request('deleteAction', { params }, owner)
    await test.request('deleteAction', { params }, owner)
    expect((await events()) - before).toBe(3)
  })

  it('keep each of two changes made at once, and say what became of them', async () => {
    const { id } = await create()
    const params = { agent, action: id }
    await Promise.all(
      [{ name: 'One' }, { description: 'Two' }].map((changes) =>
        test.request('updateAction', { params, body: changes }, owner),
      ),
    )
    expect(await list()).toMatchObject([{ id, name: 'One', description: 'Two' }])
  })

  it('are deleted once, however many ask at the same time', async () => {
    const { id } = await create()
    const params = { agent, action: id }
    const answers = await Promise.all(Array.from({ length: 6 }, () => test.request('deleteAction', { params }, owner)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404, 404])
  })

  it("are another owner's business alone, and never without a field", async () => {
    const { id } = await create()
    const stranger = await test.signUp()
    const params = { agent, action: id }
    expect((await test.request('updateAction', { params, body: {} }, stranger)).status).toBe(403)
    expect((await test.request('deleteAction', { params }, stranger)).status).toBe(403)
    const other = (await buildAgent(test, owner)).id
    const elsewhere = { agent: other, action: id }
    expect((await test.request('updateAction', { params: elsewhere, body: {} }, owner)).status).toBe(404)
    const refused = await test.request('updateAction', { params, body: { fields: [] } }, owner)
    expect(refused.status).toBe(422)
    expect(refused.body.error.details).toMatchObject([{ field: 'fields' }])
  })
})
