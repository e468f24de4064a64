import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemContext } from '../../context.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation, buildMember, buildTextSource } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { html, startWebsite, type Website } from '../../testing/website.ts'
import { searchKnowledge } from './index.ts'

const RATES = { read: 100_000, write: 100_000, training: 100_000, polling: 100_000 }

describe.each(databases())('what an agent learnt from a source, on $name', (database) => {
  let site: Website
  let test: TestApp
  let owner: Owner
  let key: string
  let agent: string

  beforeAll(async () => {
    site = await startWebsite()
    const env = {
      RATE_LIMITS: JSON.stringify(RATES),
      PLAN_QUOTAS: '{"premium":{"text_characters":1000}}',
      OUTBOUND_ALLOW: site.host,
      LOG_LEVEL: 'silent',
    }
    test = await createTestApp({ database, env })
    owner = await test.signUp()
    key = await owner.key()
    agent = (await buildAgent(test, owner)).id
  })
  afterAll(async () => {
    await test.close()
    await site.close()
  })

  interface Change {
    version: number
    content?: string
    title?: string
    questions?: { question: string; answer: string }[]
  }
  const text = (content: string) => buildTextSource(test, owner, agent, content)
  const read = (source: string, person = owner) =>
    test.request('getSourceContent', { params: { agent, source } }, { cookie: person.cookie })
  const change = (source: string, body: Change, person = owner) =>
    test.request('updateSourceContent', { params: { agent, source }, body }, { cookie: person.cookie })
  const versions = async (source: string) =>
    (await test.request('listSourceVersions', { params: { agent, source } }, { cookie: owner.cookie })).data
  const version = (source: string, number: string) =>
    test.request('getSourceVersion', { params: { agent, source, version: number } }, { cookie: owner.cookie })
  const restore = (source: string, number: string, body: { version: number }) =>
    test.request('restoreSourceVersion', { params: { agent, source, version: number }, body }, { cookie: owner.cookie })
  const create = async (body: Parameters<typeof test.request<'createSource'>>[1]['body']) => {
    const { data } = await test.request('createSource', { params: { agent }, body }, { key })
    await test.settled()
    return ([data].flat() as { id: string }[])[0]!
  }
  const search = async (question: string) => {
    const db = test.deps.database.read
    const row = db.selectFrom('agents').select(['id', 'knowledge_version']).where('id', '=', agent)
    const found = await searchKnowledge(systemContext(test.deps), await row.executeTakeFirstOrThrow(), question)
    return found.map(({ content }) => content).join('\n')
  }
  const used = async () => {
    const params = { organization: owner.organizationId }
    return (await test.request('getOrganization', { params }, { cookie: owner.cookie })).data.usage.text_characters.used
  }
  const codeOf = (answer: { status: number; body: { error: { code: string; details: { field: string }[] } } }) => [
    answer.status,
    answer.body.error.code,
    ...answer.body.error.details.map(({ field }) => field),
  ]

  it('is a text with its passages and how often answers cite it', async () => {
    const source = await text('A ticket to the observatory costs nine crowns.')
    const { id } = await buildConversation(test, owner, agent)
    const asked = {
      params: { agent, conversation: id },
      body: { content: 'What does a ticket to the observatory cost?' },
    }
    await test.request('sendMessage', asked, { key })
    await test.settled()
    expect((await read(source.id)).data).toEqual({
      type: 'text',
      title: 'A ticket to the observatory costs nine crowns.',
      version: 1,
      content: 'A ticket to the observatory costs nine crowns.',
      passages: [{ text: 'A ticket to the observatory costs nine crowns.' }],
      cited_90_days: 1,
      taught: null,
    })
    expect(await versions(source.id)).toMatchObject([{ version: 1, user_id: null }])
  })

  it('changes at once when the new text is trained, and the old one answers until then', async () => {
    const source = await text('The ferry leaves at seven.')
    const before = await used()
    // The chunks as they are right after the change, before any job could have trained on it.
    const changed = await change(source.id, { version: 1, content: 'The ferry leaves at eleven.' })
    expect(changed.status).toBe(200)
    expect(changed.data).toMatchObject({
      version: 2,
      content: 'The ferry leaves at eleven.',
      title: 'The ferry leaves at seven.',
      passages: [{ text: 'The ferry leaves at seven.' }],
    })
    expect((await used()) - before).toBe(1)
    await test.settled()
    expect((await read(source.id)).data.passages[0]!.text).toContain('eleven')
    const found = await search('When does the ferry leave?')
    expect(found).toContain('eleven')
    expect(found).not.toContain('seven')
    expect((await change(source.id, { version: 2, content: 'The ferry leaves at eleven.' })).data.version).toBe(2)
  })

  it('changes questions and answers, whose title is made anew when none is given', async () => {
    const pairs = [{ question: 'Are dogs allowed?', answer: 'Only on a leash.' }]
    const source = await create({ type: 'qa', questions: pairs })
    expect((await read(source.id)).data).toMatchObject({ type: 'qa', questions: pairs, version: 1 })
    const questions = [{ question: 'May cats come in?', answer: 'No, because of the birds.' }]
    const { data } = await change(source.id, { version: 1, questions, title: '' })
    expect(data).toMatchObject({ questions, title: 'May cats come in?', version: 2 })
    expect(codeOf(await change(source.id, { version: 2, content: 'x' }))).toEqual([422, 'validation_failed', 'content'])
    await test.settled()
    expect(await search('May cats come in?')).toContain('birds')
  })

  it('refuses a change of what was changed meanwhile, of a disabled agent and beyond the quota', async () => {
    const source = await text('The bridge opens at noon.')
    await change(source.id, { version: 1, content: 'The bridge opens at two.' })
    expect(codeOf(await change(source.id, { version: 1, content: 'At three.' }))).toEqual([409, 'source_is_stale'])
    expect(codeOf(await restore(source.id, '1', { version: 1 }))).toEqual([409, 'source_is_stale'])
    const much = await change(source.id, { version: 2, content: 'x'.repeat(1_001) })
    expect(codeOf(much).slice(0, 2)).toEqual([422, 'subscription_limit_exceeded'])
    const questions = [{ question: 'a', answer: 'b' }]
    expect(codeOf(await change(source.id, { version: 2, questions }))).toEqual([422, 'validation_failed', 'questions'])
    const disable = (is_disabled: boolean) =>
      test.request('updateAgentSettings', { params: { agent }, body: { is_disabled } }, { cookie: owner.cookie })
    await disable(true)
    const refused = [
      await change(source.id, { version: 2, content: 'x' }),
      await restore(source.id, '1', { version: 2 }),
    ]
    await disable(false)
    expect(refused.map(({ status }) => status)).toEqual([423, 423])
    expect((await read(source.id)).data).toMatchObject({ version: 2, content: 'The bridge opens at two.' })
    await test.settled()
  })

  it('lets one of two changes of the same version win', async () => {
    const source = await text('Both want to change this.')
    const answers = await Promise.all(['One.', 'Two.'].map((content) => change(source.id, { version: 1, content })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await test.settled()
  })

  it('keeps the last 20 versions, newest first, of which each can be read and restored', async () => {
    const source = await text('Version 1.')
    for (let number = 1; number <= 21; number += 1)
      await change(source.id, { version: number, content: `Version ${number + 1}.` })
    await test.settled()
    const kept = await versions(source.id)
    expect(kept.map((each) => each.version)).toEqual(Array.from({ length: 20 }, (_, index) => 22 - index))
    expect(kept[0]).toMatchObject({ user_id: owner.userId })
    expect((await version(source.id, '3')).data).toMatchObject({ version: 3, content: 'Version 3.' })
    for (const number of ['2', '23', '0', 'x', '1e1']) expect((await version(source.id, number)).status).toBe(404)
    const restored = await restore(source.id, '3', { version: 22 })
    expect(restored.data).toMatchObject({ version: 23, content: 'Version 3.' })
    await test.settled()
    expect((await read(source.id)).data.passages).toEqual([{ text: 'Version 3.' }])
    await test.request('deleteSource', { params: { agent, source: source.id } }, { key })
    const rows = test.deps.database.read.selectFrom('source_versions').select('version')
    expect(await rows.where('source_id', '=', source.id).execute()).toEqual([])
  })

  it('is the text read from a page, of which a person may change the title alone', async () => {
    site.pages['/pier'] = html('The pier is closed in winter')
    const source = await create({ type: 'url', urls: [`${site.origin}/pier`] })
    const first = (await read(source.id)).data
    expect(first).toMatchObject({ type: 'url', version: 1, page: { url: `${site.origin}/pier` } })
    expect(first.content).toContain('The pier is closed in winter')
    expect(first.page!.size_bytes).toBeGreaterThan(20)
    const own = await change(source.id, { version: 1, title: 'The pier' })
    expect(own.data).toMatchObject({ version: 2, title: 'The pier' })
    expect(codeOf(await change(source.id, { version: 2, content: 'x' }))).toEqual([422, 'validation_failed', 'content'])
    expect(codeOf(await restore(source.id, '1', { version: 2 }))).toEqual([422, 'validation_failed', 'version'])
    const retrain = async () => {
      await test.request('retrainSource', { params: { agent, source: source.id } }, { key })
      await test.settled()
      return (await read(source.id)).data
    }
    expect(await retrain()).toMatchObject({ version: 2, title: 'The pier' })
    site.pages['/pier'] = html('The pier is open all year')
    const read3 = await retrain()
    expect(read3).toMatchObject({ version: 3, title: 'The pier' })
    expect(read3.content).toContain('open all year')
    expect((await version(source.id, '2')).data.content).toContain('closed in winter')
  })

  it('can be read by every member, changed by admins alone, and is not found elsewhere', async () => {
    const source = await text('Of this agent alone.')
    const responder = await buildMember(test, owner, 'responder')
    expect((await read(source.id, responder)).status).toBe(200)
    expect((await change(source.id, { version: 1, content: 'x' }, responder)).status).toBe(403)
    expect((await read(source.id, await test.signUp())).status).toBe(403)
    const elsewhere = (await buildAgent(test, owner)).id
    const foreign = { params: { agent: elsewhere, source: source.id } }
    expect((await test.request('getSourceContent', foreign, { cookie: owner.cookie })).status).toBe(404)
  })
})
