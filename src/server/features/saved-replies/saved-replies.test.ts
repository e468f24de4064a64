import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Input } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { newId } from '../../db/ids.ts'
import { databases } from '../../testing/database.ts'
import { buildMember } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { insertSavedReply } from './queries.ts'
import { MOST_SAVED_REPLIES } from './routes.ts'

describe.each(databases())('saved replies on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let responder: Owner

  beforeAll(async () => {
    test = await createTestApp({ database, worker: false })
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    owner = await test.signUp()
    responder = await buildMember(test, owner, 'responder')
  })

  const params = (reply = '') => ({ organization: owner.organizationId, reply })
  const create = (body: Partial<Input<'createSavedReply'>['body']> = {}, caller = responder) => {
    const whole = { title: 'Hours', content: 'We open at nine, {{visitor.name|there}}.', ...body }
    return test.request('createSavedReply', { params: params(), body: whole }, caller)
  }
  const update = (id: string, body: Input<'updateSavedReply'>['body'], caller: Owner) =>
    test.request('updateSavedReply', { params: params(id), body }, caller)
  const remove = (id: string, caller: Owner) => test.request('deleteSavedReply', { params: params(id) }, caller)
  const titles = async (caller: Owner) =>
    (await test.request('listSavedReplies', { params: params() }, caller)).data.map(({ title }) => title)

  it('are one’s own unless shared, and listed by title', async () => {
    const made = await create()
    const me = (await test.request('getSession', {}, responder)).data.user
    expect(made).toMatchObject({
      status: 201,
      data: { title: 'Hours', is_shared: false, author: { user_id: me.id, name: me.name } },
    })
    await create({ title: 'Address', is_shared: true })
    await create({ title: 'bill' }, owner)
    expect(await titles(responder)).toEqual(['Address', 'Hours'])
    expect(await titles(owner)).toEqual(['Address', 'bill'])
    const stranger = await test.signUp()
    expect((await test.request('listSavedReplies', { params: params() }, stranger)).status).toBe(403)
  })

  it('of one title stay in their order when one is changed', async () => {
    const ids = [(await create()).data.id, (await create()).data.id]
    await update(ids[0]!, { content: 'We open at ten.' }, responder)
    const { data } = await test.request('listSavedReplies', { params: params() }, responder)
    expect(data.map(({ id }) => id)).toEqual(ids)
  })

  it('are changed by their author, shared ones by owners and admins too', async () => {
    const admin = await buildMember(test, owner, 'admin')
    const other = await buildMember(test, owner, 'responder')
    const { id } = (await create()).data
    for (const caller of [owner, admin, other]) {
      expect((await update(id, { title: 'Mine' }, caller)).status).toBe(404)
      expect((await remove(id, caller)).status).toBe(404)
    }
    expect((await update(id, { is_shared: true }, responder)).data).toMatchObject({ title: 'Hours', is_shared: true })
    expect((await update(id, { title: 'Mine' }, other)).body.error.code).toBe('forbidden')
    expect((await remove(id, other)).body.error.code).toBe('forbidden')
    expect((await update(id, { title: 'When we are here' }, admin)).data.title).toBe('When we are here')
    expect((await remove(id, owner)).status).toBe(204)
    expect((await remove(id, responder)).status).toBe(404)
  })

  it('of another organization do not exist', async () => {
    const { id } = (await create({ is_shared: true })).data
    const stranger = await test.signUp()
    const foreign = { organization: stranger.organizationId, reply: id }
    const body = { title: 'Mine' }
    expect((await test.request('updateSavedReply', { params: foreign, body }, stranger)).status).toBe(404)
    expect((await test.request('deleteSavedReply', { params: foreign }, stranger)).status).toBe(404)
  })

  it('need a title and a text', async () => {
    const answer = await create({ title: ' ', content: 'x'.repeat(limits.messageContent + 1) })
    const fields = answer.body.error.details.map(({ field }: { field: string }) => field)
    expect([answer.status, fields]).toEqual([422, ['title', 'content']])
  })

  it(`are ${MOST_SAVED_REPLIES} of a member at most, also when two are saved at once`, async () => {
    const row = { organization_id: owner.organizationId, user_id: responder.userId, title: 'One', content: 'x' }
    await test.deps.database.transaction(async (tx) => {
      for (let count = 1; count < MOST_SAVED_REPLIES; count += 1)
        await insertSavedReply(tx, { ...row, id: newId(), is_shared: 0, created_at: 0 })
    })
    const answers = await Promise.all([create(), create()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422])
    expect((await create({}, owner)).status).toBe(201)
  })
})
