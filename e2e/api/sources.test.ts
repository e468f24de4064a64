import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { type Account, newAccount, refusal, refusedFields } from './support/account.ts'
import { messages, trained } from './support/until.ts'

describe.each(inject('products'))('sources on $database', (product) => {
  let account: Account
  let agent: string
  beforeAll(async () => {
    account = await newAccount(product)
    agent = (await account.newAgent()).id
  })
  const create = (body: unknown) => account.send('createSource', { params: { agent }, body })

  describe('POST /agents/{agent}/sources', () => {
    it('text: 201, a pending source with a title made from the content, trained soon after', async () => {
      const source = await account.newTextSource(agent, '# Opening hours\n\nWe open at nine and close at six.')
      expect(source).toMatchObject({ type: 'text', title: 'Opening hours', status: 'pending', is_draft: false })
      expect(source.task_id).not.toBe(source.id)
      const ready = await trained(account, agent, source.id)
      expect(ready).toMatchObject({ ...source, status: 'completed', updated_at: ready.updated_at })
    })

    it('text: takes the title sent, and makes one when it is empty', async () => {
      const titled = await create({ type: 'text', title: ' Hours ', content: 'Nine to six.' })
      expect([titled.status, titled.data]).toMatchObject([201, { title: 'Hours' }])
      const untitled = await create({ type: 'text', title: ' ', content: 'Nine to six.' })
      expect([untitled.status, untitled.data]).toMatchObject([201, { title: 'Nine to six.' }])
    })

    it('qa: one source for all pairs, with a title from the first question', async () => {
      const questions = [
        { question: 'Do you deliver?', answer: 'Yes, on weekdays.' },
        { question: 'What does it cost?', answer: 'Four crowns.' },
      ]
      const { status, data } = await create({ type: 'qa', questions })
      expect([status, data]).toMatchObject([201, { type: 'qa', title: 'Do you deliver?', status: 'pending' }])
      expect((await create({ type: 'qa', title: 'Delivery', questions })).data).toMatchObject({ title: 'Delivery' })
    })

    it.each([
      ['type', {}],
      ['type', { type: 'video', content: 'x' }],
      ['content', { type: 'text' }],
      ['content', { type: 'text', content: ' ' }],
      ['content', { type: 'text', content: 'x'.repeat(50_001) }],
      ['title', { type: 'text', content: 'x', title: 'x'.repeat(256) }],
      ['questions', { type: 'qa' }],
      ['questions', { type: 'qa', questions: [] }],
      ['questions', { type: 'qa', questions: Array(1_001).fill({ question: 'x', answer: 'y' }) }],
      ['questions.0.answer', { type: 'qa', questions: [{ question: 'x' }] }],
      [
        'questions.1.question',
        {
          type: 'qa',
          questions: [
            { question: 'x', answer: 'y' },
            { question: '', answer: 'y' },
          ],
        },
      ],
      ['questions.0.question', { type: 'qa', questions: [{ question: 'x'.repeat(1_001), answer: 'y' }] }],
      ['questions.0.answer', { type: 'qa', questions: [{ question: 'x', answer: 'x'.repeat(10_001) }] }],
    ])('422 validation_failed on %s', async (field, body) => {
      const answer = await create(body)
      expect([...refusal(answer), ...refusedFields(answer)]).toEqual([422, 'validation_failed', field])
    })

    it('takes 50,000 code points', async () => {
      expect((await create({ type: 'text', content: 'é'.repeat(50_000) })).status).toBe(201)
    })
  })

  describe('GET /agents/{agent}/sources', () => {
    it('lists newest first, by type and status, without drafts', async () => {
      const own = (await account.newAgent()).id
      const params = { agent: own }
      const list = async (query = {}) =>
        (await account.get('listSources', { params, query })).map((source) => source.id)
      const text = await account.newTextSource(own)
      const body = { type: 'qa', questions: [{ question: 'Who?', answer: 'We.' }] }
      const qa = await account.send('createSource', { params, body })
      const draft = await account.get('createDraft', { params, body: { content: 'Not yet' } })
      const { id } = qa.data as { id: string }
      expect(await list()).toEqual([id, text.id])
      for (const source of [id, text.id]) await trained(account, own, source)
      expect(await list({ type: 'text' })).toEqual([text.id])
      expect(await list({ type: 'file' })).toEqual([])
      expect(await list({ status: 'completed' })).toEqual([id, text.id])
      expect(await list({ status: 'failed' })).toEqual([])
      expect(await list({ status: 'completed', type: 'qa' })).toEqual([id])
      const ids = { ...params, source: draft.id }
      for (const name of ['getSource', 'deleteSource', 'retrainSource'] as const)
        expect(refusal(await account.send(name, { params: ids })), name).toEqual([404, 'resource_not_found'])
      const published = await account.get('publishDraft', { params: ids })
      expect([published.id, published.is_draft]).toEqual([draft.id, false])
      expect(await list()).toContain(draft.id)
    })

    it.each([
      ['type', 'pdf'],
      ['status', 'open'],
      ['page', '-1'],
    ])('422 for %s=%s', async (field, value) => {
      const answer = await account.send('listSources', { params: { agent }, query: { [field]: value } })
      expect([...refusal(answer), ...refusedFields(answer)]).toEqual([422, 'validation_failed', field])
    })
  })

  describe("a source that is not the agent's", () => {
    it.each(['getSource', 'deleteSource', 'retrainSource'] as const)('%s → 404 resource_not_found', async (name) => {
      const source = await account.newTextSource((await account.newAgent()).id)
      for (const id of [source.id, randomUUID()])
        expect(refusal(await account.send(name, { params: { agent, source: id } }))).toEqual([
          404,
          'resource_not_found',
        ])
    })
  })

  describe('DELETE /agents/{agent}/sources/{source}', () => {
    it('204 with an empty body; the agent forgets what it learnt from it', async () => {
      const own = (await account.newAgent()).id
      const source = await account.newTextSource(own, 'The lighthouse was built in 1874 by the harbour board.')
      await trained(account, own, source.id)
      const ask = async () => {
        const { id } = await account.newConversation(own)
        const params = { agent: own, conversation: id }
        await account.get('sendMessage', { params, body: { content: 'When was the lighthouse built?' } })
        return (await messages(account, own, id, 3))[2]!.content
      }
      expect(await ask()).toContain('1874')
      const params = { agent: own, source: source.id }
      const deleted = await account.send('deleteSource', { params })
      expect([deleted.status, deleted.body]).toEqual([204, undefined])
      expect(refusal(await account.send('getSource', { params }))).toEqual([404, 'resource_not_found'])
      expect(await account.get('listSources', { params })).toEqual([])
      expect(await ask()).not.toContain('1874')
    })
  })

  describe('POST /agents/{agent}/sources/{source}/retrain', () => {
    it('202 with a new task id; the source is pending, then completed again', async () => {
      const source = await account.newTextSource(agent)
      await trained(account, agent, source.id)
      const params = { agent, source: source.id }
      const answer = await account.send('retrainSource', { params })
      expect([answer.status, Object.keys(answer.data)]).toEqual([202, ['task_id']])
      expect(answer.data.task_id).not.toBe(source.task_id)
      const ready = await trained(account, agent, source.id)
      expect([ready.status, ready.task_id]).toEqual(['completed', answer.data.task_id])
    })
  })
})
