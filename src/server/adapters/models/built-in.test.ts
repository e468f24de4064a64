import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chunkDocument, chunkQuestion, embeddingText } from '../../knowledge/chunk.ts'
import { createKnowledge } from '../../knowledge/knowledge.ts'
import type { Chunk } from '../../knowledge/types.ts'
import { createClerk } from './built-in.fixture.ts'
import { createModels } from './catalogue.ts'
import { textOf } from './fitting-action.ts'
import { generateReply, type Reply } from './generate-reply.ts'
import { type HistoryMessage, searchQuery } from './search-query.ts'
import type { AgentAction } from './tools.ts'

const SHOP = `# Hours

We are open Tuesday to Friday from 10 am to 6:30 pm and on Saturday from 9 am to 4 pm.

# Delivery

We ship accessories for 4.90 euros; orders over 60 euros ship free. Bikes are delivered for a flat fee of 39 euros.

# Returns

Unused goods can be returned within 30 days. Refunds are paid within seven days.

# Service

| Service | Price | Takes |
|---|---|---|
| Flat tyre | 15 euros | one hour |
| Basic service | 59 euros | one day |
| Full service | 119 euros | three days |`

const action: AgentAction = {
  id: '018f0000-0000-7000-8000-000000000001',
  slug: 'book-a-test-ride',
  name: 'Book a test ride',
  description: 'The visitor wants to try a bike.',
  fields: [{ name: 'email', label: 'Email', type: 'email', required: true }],
}

const knowledge = createKnowledge()
const models = createModels()
let chunks: Chunk[]

beforeAll(async () => {
  const texts = [
    ...chunkDocument({ title: 'Bike shop', markdown: SHOP }),
    ...chunkQuestion({
      question: 'Do you rent out bikes?',
      answer: 'Yes, city bikes for 15 euros a day. A deposit of 100 euros is due.',
    }),
  ]
  const vectors = await knowledge.embed(texts.map(embeddingText))
  chunks = texts.map((text, index) => {
    return { ...text, id: `${index}`, sourceId: 'source', title: 'Bike shop', url: null, embedding: vectors[index]! }
  })
})
afterAll(() => knowledge.close())

const clerk = createClerk()
afterAll(() => clerk.close())
const asked = (content: string): HistoryMessage => ({ role: 'visitor', content })
const answered = (content: string): HistoryMessage => ({ role: 'assistant', content })

async function reply(
  asked: string | HistoryMessage[],
  options: { actions?: AgentAction[]; human?: boolean; sources?: boolean } = {},
): Promise<Reply> {
  const history = typeof asked === 'string' ? [{ role: 'visitor' as const, content: asked }] : asked
  const load = () => (options.sources === false ? [] : [chunks])
  const agentId = options.sources === false ? 'empty' : 'shop'
  const { actions = [] } = options
  const similarities = await knowledge.similarities(history.at(-1)!.content, actions.map(textOf))
  return generateReply({
    models,
    modelId: models.defaultModel.id,
    agent: { name: 'Bike shop', instructions: null },
    history,
    passages: await knowledge.search({ agentId, version: 1, question: searchQuery(history), load }),
    actions: actions.map((one, at) => ({ ...one, similarity: similarities[at]! })),
    humanIntervention: options.human ?? false,
    threshold: 'balanced',
    signal: new AbortController().signal,
  })
}

describe('the built-in model', () => {
  it.each([
    ['When are you open on Saturday?', /on Saturday from 9 am to 4 pm/],
    ['how much is shipping', /4\.90 euros/],
    ['Can I return something?', /returned within 30 days/],
    ['What does a full service cost?', /^Full service: Price 119 euros; Takes three days$/m],
    ['Can I rent a bike?', /^Yes, city bikes for 15 euros a day\. A deposit of 100 euros is due\.$/],
  ])('answers %j with what is written', async (question, fact) => {
    const answered = await reply(question)
    expect(answered.content).toMatch(fact)
    expect(answered.content).not.toMatch(/\[\[|\|/)
    expect(answered).toMatchObject({ decision: 'answered', model: 'baton-built-in', action: null })
    expect(answered.citations[0]).toMatchObject({ source_id: 'source', title: 'Bike shop' })
    expect(answered.content.replace(/^- /gm, '')).toContain(answered.citations[0]?.quote.split(/(?<=[.!?]) /)[0])
  })

  it('understands a follow-up by the question before it', async () => {
    const answered = await reply([
      { role: 'visitor', content: 'When are you open on Friday?' },
      { role: 'assistant', content: 'From 10 am to 6:30 pm.' },
      { role: 'visitor', content: 'and on Saturday?' },
    ])
    expect(answered.content).toContain('Saturday from 9 am')
  })

  it('answers a follow-up to what it has just quoted with the sentence that answers it, in its words', async () => {
    const passage =
      'You can rent city bikes for 15 euros a day. A helmet is included in the price. A deposit of 100 euros is due. Bring a passport when you fetch the bike.'
    const [rental, more] = ['# Renting', '# Hours\n\nWe are open from 10 am to 6:30 pm.']
    const follow = async (question: string, said: string) => {
      const history = [asked('Can I rent a city bike?'), answered(said), asked(question)]
      return clerk.askText(question, `${rental}\n\n${passage}\n\n${more}`, 'Bike shop', history)
    }
    expect((await follow('and is a helmet included?', passage)).content).toBe('A helmet is included in the price.')
    const deposit = await follow('and the deposit?', passage)
    expect(deposit).toMatchObject({ content: 'A deposit of 100 euros is due.', decision: 'answered' })
    expect(deposit.citations[0]?.quote).toContain(deposit.content)
    expect((await follow('and is a helmet included?', 'Hello!')).content).toContain('15 euros a day. A helmet')
  })

  it.each(['What is the capital of Australia?', 'Do you sell surfboards to Japan?', 'Who won the world cup in 2014?'])(
    'does not know %j and says so, or calls a person if it may',
    async (question) => {
      expect(await reply(question)).toMatchObject({
        decision: 'unknown',
        citations: [],
        content: expect.stringContaining('do not know'),
      })
      expect(await reply(question, { human: true })).toMatchObject({
        decision: 'handed_over',
        content: expect.stringContaining('person'),
      })
    },
  )

  it('knows nothing without sources', async () => {
    expect(await reply('When are you open?', { sources: false })).toMatchObject({ decision: 'unknown' })
  })

  it('hands over to a person who is asked for, in the visitor’s language', async () => {
    expect(await reply('I want to talk to a person', { human: true })).toMatchObject({
      decision: 'handed_over',
      citations: [],
    })
    const german = await reply('Ich möchte mit einem Menschen sprechen', { human: true })
    expect(german).toMatchObject({ decision: 'handed_over', content: expect.stringContaining('Person übernimmt') })
    expect(await reply('I want to talk to a person')).toMatchObject({
      decision: 'unknown',
      content: expect.stringContaining('automated'),
    })
  })

  it('shows the form of the action that is asked for', async () => {
    const options = { actions: [action] }
    expect(await reply("I'd like to book a test ride", options)).toMatchObject({ decision: 'answered', action })
    expect(await reply('Could you call me back?', options)).toMatchObject({ action })
    expect(await reply('When are you open?', options)).toMatchObject({ action: null })
    // What only comes near to the form is answered from the sources, if they know it.
    expect((await reply('Can I rent a bike?', options)).content).toContain('15 euros a day')
    expect(await reply('I want to talk to a person', options)).toMatchObject({ action })
    expect(await reply('I want to talk to a person', { ...options, human: true })).toMatchObject({
      decision: 'handed_over',
      action: null,
    })
  })

  it.each(['Hi!', 'thank you', 'Bye', 'Are you a robot?'])('has a short word for %j', async (message) => {
    const answered = await reply(message)
    expect(answered).toMatchObject({ decision: 'answered', citations: [] })
    expect(answered.content.length).toBeLessThan(120)
  })

  it('thanks for a form that was filled in', async () => {
    const answered = await generateReply({
      models,
      modelId: models.defaultModel.id,
      agent: { name: 'Bike shop', instructions: null },
      history: [
        { role: 'visitor', content: 'Ich möchte bitte eine Probefahrt machen' },
        { role: 'assistant', content: 'Gern.' },
        { role: 'visitor', content: 'Book a test ride:\nEmail: me@example.com' },
      ],
      passages: [],
      actions: [action],
      completedAction: {
        agent_action_uuid: action.id,
        slug: action.slug,
        name: action.name,
        fields: action.fields,
        status: 'completed',
        result: [],
      },
      humanIntervention: true,
      threshold: 'balanced',
      signal: new AbortController().signal,
    })
    expect(answered).toMatchObject({
      decision: 'answered',
      action: null,
      content: expect.stringContaining('Vielen Dank'),
    })
  })
})
