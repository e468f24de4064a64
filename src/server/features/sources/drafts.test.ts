import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../db/ids.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { MOST_DRAFTS } from './drafts.ts'
import { insertSources } from './queries.ts'

describe.each(databases())('drafts on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let cookie: string
  let key: string
  let agent: string

  beforeAll(async () => {
    test = await createTestApp({ database, env: { PLAN_QUOTAS: '{"premium":{"text_characters":100}}' } })
  })
  afterAll(() => test.close())

  const start = async () => {
    owner = await test.signUp()
    cookie = owner.cookie
    key = await owner.key()
    agent = (await buildAgent(test, owner)).id
  }
  const create = (body: { content: string; title?: string }) =>
    test.request('createDraft', { params: { agent }, body }, { cookie })
  const update = (source: string, body: { content?: string; title?: string }) =>
    test.request('updateDraft', { params: { agent, source }, body }, { cookie })
  const publish = (source: string) => test.request('publishDraft', { params: { agent, source } }, { cookie })
  const drafts = async () => (await test.request('listDrafts', { params: { agent } }, { cookie })).data
  const sources = () => test.request('listSources', { params: { agent } }, { key })

  it('is written over several sittings, seen by its own routes alone, and counts for nothing', async () => {
    await start()
    const { data: draft } = await create({ content: '' })
    expect(draft).toMatchObject({ type: 'text', is_draft: true, status: 'pending', content: '', title: 'Untitled' })
    expect((await update(draft.id, { content: 'Returns\n\nWithin 30 days.' })).data).toMatchObject({ title: 'Returns' })
    expect((await update(draft.id, { title: 'Refunds' })).data).toMatchObject({
      title: 'Refunds',
      content: 'Returns\n\nWithin 30 days.',
    })
    expect((await drafts()).map(({ id }) => id)).toEqual([draft.id])
    await test.settled()
    expect((await sources()).body.meta.total).toBe(0)
    const params = { agent, source: draft.id }
    expect((await test.request('getSource', { params }, { key })).status).toBe(404)
    expect((await test.request('retrainSource', { params }, { key })).status).toBe(404)
    expect((await test.request('deleteSource', { params }, { key })).status).toBe(404)
    expect((await test.request('getTrainingJob', { params: { agent, taskId: draft.task_id } }, { key })).status).toBe(
      404,
    )
    const usage = await test.request('getOrganization', { params: { organization: owner.organizationId } }, { cookie })
    expect(usage.data.usage.text_characters.used).toBe(0)
  })

  it('becomes an ordinary source when published, once', async () => {
    await start()
    const { data: draft } = await create({ content: 'We deliver on Tuesdays and Fridays.' })
    const answers = await Promise.all([publish(draft.id), publish(draft.id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404])
    await test.settled()
    expect((await sources()).data).toMatchObject([
      { id: draft.id, is_draft: false, status: 'completed', title: 'We deliver on Tuesdays and Fridays.' },
    ])
    expect(await drafts()).toEqual([])
    expect((await update(draft.id, { content: 'x' })).status).toBe(404)
    const usage = await test.request('getOrganization', { params: { organization: owner.organizationId } }, { cookie })
    expect(usage.data.usage.text_characters.used).toBe(35)
  })

  it('is not published empty, beyond the plan, or for a disabled agent', async () => {
    await start()
    const empty = (await create({ content: ' ' })).data
    const long = (await create({ content: 'x'.repeat(101) })).data
    const fits = (await create({ content: 'Fits.' })).data
    expect((await publish(empty.id)).body.error.details[0].field).toBe('content')
    expect((await publish(long.id)).body.error.code).toBe('subscription_limit_exceeded')
    await test.request('updateAgentSettings', { params: { agent }, body: { is_disabled: true } }, { cookie })
    expect((await publish(empty.id)).status).toBe(422)
    expect((await publish(fits.id)).body.error.code).toBe('agent_unavailable')
    expect(await drafts()).toHaveLength(3)
  })

  it('is thrown away for good', async () => {
    await start()
    const { data: draft } = await create({ content: 'x' })
    const source = draft.id
    expect((await test.request('deleteDraft', { params: { agent, source } }, { cookie })).status).toBe(204)
    expect((await test.request('deleteDraft', { params: { agent, source } }, { cookie })).status).toBe(404)
    expect(await drafts()).toEqual([])
  })

  it(`are ${MOST_DRAFTS} of an agent at most, also when two are begun at once`, async () => {
    await start()
    const { data: draft } = await create({ content: 'x' })
    const { read, transaction } = test.deps.database
    const row = await read.selectFrom('sources').selectAll().where('id', '=', draft.id).executeTakeFirstOrThrow()
    const rows = Array.from({ length: MOST_DRAFTS - 2 }, () => ({ ...row, id: newId(), task_id: newId() }))
    await transaction((tx) => insertSources(tx, rows))
    const answers = await Promise.all([create({ content: 'y' }), create({ content: 'z' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    expect((await create({ content: 'x' })).body.error.code).toBe('subscription_limit_exceeded')
    expect(await drafts()).toHaveLength(MOST_DRAFTS)
  })

  it('is nothing an API key can reach', async () => {
    await start()
    const answer = await test.request('createDraft', { params: { agent }, body: { content: 'x' } }, { key })
    expect(answer.status).toBe(401)
  })
})
