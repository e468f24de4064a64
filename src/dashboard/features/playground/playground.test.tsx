import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { forgetTab } from '#dashboard/lib/tab-store.ts'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { type Handlers, ok, page, refuse, streamed } from '#dashboard/testing/test-server.ts'
import { compare } from './compare-button.tsx'
import { saidTo } from './said.ts'
import { askingOf, startOver } from './trial.ts'

const AGENT = '0199c0de-0000-7000-8000-0000000000a1'
const ASK = 'POST /api/v1/agents/*/playground'
const model = { id: '0199c0de-0000-7000-8000-0000000000f1', name: 'Built-in', slug: 'baton-built-in' }
const agent = { id: AGENT, name: 'Help desk', description: '', model, is_disabled: false, disabled_reason: null }
const stages = [{ stage: 'searching' }, { stage: 'writing' }]
const citation = { source_id: AGENT, title: 'Hours', url: null, quote: 'Open from eight.', score: 0.9 }
const trace = { citations: [], model: 'built-in', latency_ms: 20, decision: 'answered', asked_for_person: false }
const reply = (content: string, more: object = {}, action: object | null = null) =>
  streamed(stages, { content, action, trace: { ...trace, ...more } })

afterEach(() => {
  compare(AGENT, false)
  startOver(AGENT)
  forgetTab()
})

const openPlayground = (handlers: Handlers = {}, changes: object = {}) =>
  renderRoute(`/agents/${AGENT}/playground`, {
    'GET /v1/agents/*': () => ok({ ...agent, human_intervention: false, only_human: false, ...changes }),
    'GET /v1/agents/*/sources': () => page([]),
    'GET /api/v1/agents/*/gaps': () => page([]),
    'GET /v1/agents/*/webhook-endpoints': () => ok([]),
    'GET /api/v1/agents/*/settings': () => ok({ greeting: 'Hello, how can I help?' }),
    'GET /api/v1/agents/*/widget-sightings': () => ok({ seen: [], refused: [] }),
    ...handlers,
  })

async function say(content: string) {
  fireEvent.change(await screen.findByLabelText('Message as a visitor'), { target: { value: content } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send' })))
}

async function open(button: HTMLElement) {
  fireEvent.click(button)
  return within(await screen.findByRole('dialog', { name: 'Why this answer' }))
}

it('goes on in a long trial, of which it sends the latest messages', async () => {
  const said = Array.from({ length: 100 }, (_, number) => ({
    id: `said-${number}`,
    role: number % 2 === 0 ? ('visitor' as const) : ('assistant' as const),
    content: `Said ${number}`,
    created_at: new Date().toISOString(),
    action: null,
    trace: null,
  }))
  saidTo(AGENT).set(said)
  const asked: { messages: unknown[] }[] = []
  await openPlayground({
    [ASK]: ({ json }) => {
      asked.push(json() as { messages: unknown[] })
      return reply('Reply 101')
    },
  })
  await say('Question 101')
  expect(await screen.findByText('Reply 101')).toBeTruthy()
  expect(screen.getByText('Question 101')).toBeTruthy()
  const latest = said.slice(-19).map(({ role, content }) => ({ role, content }))
  expect(asked).toEqual([{ messages: [...latest, { role: 'visitor', content: 'Question 101' }] }])
})

it('sends the whole thread each time, and shows why it was answered so', async () => {
  const asked: unknown[] = []
  await openPlayground({
    [ASK]: ({ json }) => {
      asked.push(json())
      return reply(`Reply ${asked.length}`, { citations: [citation] })
    },
  })
  await screen.findByText(/Nothing is stored/)
  await say('When do you open?')
  await screen.findByText('Reply 1')
  expect(screen.getByText('Hello, how can I help?')).toBeTruthy()
  await say('And on Sundays?')
  await screen.findByText('Reply 2')
  const greeting = { role: 'assistant', content: 'Hello, how can I help?' }
  const first = [greeting, { role: 'visitor', content: 'When do you open?' }]
  const second = [...first, { role: 'assistant', content: 'Reply 1' }, { role: 'visitor', content: 'And on Sundays?' }]
  expect(asked).toEqual([{ messages: first }, { messages: second }])
  const panel = await open(screen.getAllByRole('button', { name: 'Answered from 1 passage' })[0]!)
  expect(await panel.findByText('Open from eight.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Start over', hidden: true }))
  expect(await screen.findByText(/Nothing is stored/)).toBeTruthy()
})

it('tries how sure the built-in model must be, and leaves the agent as it is', async () => {
  const asked: object[] = []
  await openPlayground({
    'GET /api/v1/agents/*/settings': () => ok({ greeting: '', threshold: 'balanced' }),
    [ASK]: ({ json }) => {
      asked.push(json() as object)
      return reply(`Reply ${asked.length}`)
    },
  })
  fireEvent.change(await screen.findByLabelText('Message as a visitor'), { target: { value: 'Do you ship?' } })
  await act(async () => void (await import('./trial-threshold.tsx')))
  await screen.findByRole('option', { name: 'Balanced (its setting)' })
  const choose = (value: string) =>
    fireEvent.change(screen.getByLabelText(/How sure it must be/), { target: { value } })
  choose('bold')
  await say('Do you ship?')
  await screen.findByText('Reply 1')
  choose('balanced')
  await say('Do you ship?')
  await screen.findByText('Reply 2')
  expect(asked.map((body) => 'threshold' in body && body.threshold)).toEqual(['bold', false])
})

it('offers no such choice for a model of a provider, which decides for itself', async () => {
  await openPlayground({ [ASK]: () => reply('From eight.') }, { model: { ...model, slug: 'theirs' } })
  await say('When do you open?')
  await screen.findByText('From eight.')
  expect(screen.queryByLabelText(/How sure it must be/)).toBeNull()
})

/** Begins to compare once the code for it is there. */
async function compareIt() {
  const button = await screen.findByRole('button', { name: 'Compare' })
  await act(async () => {
    await import('./comparison.tsx')
    fireEvent.pointerEnter(button)
  })
  fireEvent.click(button)
}
const column = async (letter: string) => within(await screen.findByRole('region', { name: letter }))

it('compares two replies to the same question, by model and by how sure it must be', async () => {
  const asked: { model?: string; threshold?: string; messages: unknown[] }[] = []
  const theirs = {
    ...model,
    id: AGENT,
    name: 'Theirs',
    slug: 'theirs',
    is_configured: true,
    is_premium: false,
    group: 'platform',
    account: null,
    credits: 1,
    context_length: null,
    calls_tools: true,
  }
  const absent = { ...theirs, id: 'absent', name: 'Absent', is_configured: false }
  await openPlayground({
    'GET /api/v1/agents/*/settings': () => ok({ greeting: '', threshold: 'balanced' }),
    'GET /api/v1/organizations/*/ai-models': () =>
      ok([
        {
          ...model,
          is_configured: true,
          is_premium: false,
          group: 'built_in',
          account: null,
          credits: 1,
          context_length: null,
          calls_tools: true,
        },
        theirs,
        absent,
      ]),
    [ASK]: ({ json }) => {
      const body = json() as (typeof asked)[number]
      asked.push(body)
      return reply(`By ${body.model ?? 'its own'}, ${body.threshold ?? 'as set'}`)
    },
  })
  await say('Do you ship?')
  await screen.findByText('By its own, as set')
  await compareIt()
  const field = screen.getByLabelText<HTMLTextAreaElement>('Message as a visitor')
  expect(field.value).toBe('Do you ship?')
  const [a, b] = [await column('A'), await column('B')]
  expect(screen.queryByText('By its own, as set')).toBeNull()
  const models = await b.findByLabelText<HTMLSelectElement>('Model of B')
  expect([...models.options].map(({ text }) => text)).toEqual([
    'Built-in (1 credit a reply)',
    'Theirs (1 credit a reply)',
  ])
  fireEvent.change(await a.findByLabelText('How sure A must be'), { target: { value: 'bold' } })
  fireEvent.change(models, { target: { value: theirs.id } })
  expect(b.queryByLabelText('How sure B must be')).toBeNull()
  expect(b.getByText(/A reply of Theirs costs a credit/)).toBeTruthy()
  expect(a.getByText(/Nothing is stored or counted/)).toBeTruthy()
  await say('Do you ship?')
  await a.findByText('By its own, bold')
  await b.findByText(`By ${theirs.id}, as set`)
  await say('And on Sundays?')
  await waitFor(() => expect(asked).toHaveLength(5))
  expect(asked.slice(3).map(({ messages }) => messages.length)).toEqual([3, 3])
  expect(JSON.stringify(asked[3]!.messages)).not.toBe(JSON.stringify(asked[4]!.messages))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Compare' }))
  expect(await screen.findByText(/Ask what a visitor would ask/)).toBeTruthy()
  await say('Do you ship?')
  await screen.findByText('By its own, as set')
  expect(asked).toHaveLength(6)
})

it('says in its column which reply did not come, and keeps the other', async () => {
  await openPlayground({
    'GET /api/v1/agents/*/settings': () => ok({ greeting: '', threshold: 'balanced' }),
    [ASK]: ({ json }) =>
      (json() as { threshold?: string }).threshold === 'bold'
        ? reply('From eight.')
        : refuse(422, 'subscription_limit_exceeded'),
  })
  await compareIt()
  const [a, b] = [await column('A'), await column('B')]
  fireEvent.change(await a.findByLabelText('How sure A must be'), { target: { value: 'bold' } })
  await say('When do you open?')
  expect((await b.findByRole('alert')).textContent).toContain('over the plan’s limit')
  expect(await a.findByText('From eight.')).toBeTruthy()
  expect(a.queryByRole('alert')).toBeNull()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Message as a visitor').value).toBe('')
  fireEvent.click(screen.getByRole('button', { name: 'Start over' }))
  await waitFor(() => expect(b.queryByRole('alert')).toBeNull())
  expect(a.queryByText('From eight.')).toBeNull()
})

it('says what a reply of a provider’s model costs', async () => {
  await openPlayground({}, { model: { ...model, name: 'Theirs', slug: 'theirs' } })
  expect(await screen.findByText(/A reply of Theirs costs a credit/)).toBeTruthy()
  expect(screen.queryByText(/counted/)).toBeNull()
})

it('offers to keep a question as a check that the reply passes', async () => {
  const why = { decision: 'unknown', reason: 'no_passage', search_query: 'Do you ship to the moon?' }
  await openPlayground({ [ASK]: () => reply('I do not know.', why) })
  await say('Do you ship to the moon?')
  const panel = await open(await screen.findByRole('button', { name: 'Found no answer in its sources' }))
  const link = await panel.findByRole('link', { name: 'Save as a check' })
  const { pathname, searchParams } = new URL(link.getAttribute('href')!, 'http://localhost')
  expect(pathname).toBe(`/agents/${AGENT}/knowledge/checks`)
  expect(Object.fromEntries(searchParams)).toEqual({ add: 'check', question: why.search_query, expects: 'refuses' })
})

it('gives a question back where it was typed when no reply comes, and says why', async () => {
  await openPlayground({ [ASK]: () => refuse(422, 'subscription_limit_exceeded') })
  await say('When do you open?')
  expect((await screen.findByRole('alert')).textContent).toContain('over the plan’s limit')
  const field = screen.getByLabelText<HTMLTextAreaElement>('Message as a visitor')
  expect(field.value).toBe('When do you open?')
  expect(screen.queryByRole('button', { name: 'Start over' })).toBeNull()
})

it('shows what a model writes as it is written, unless it does not hold', async () => {
  const texts = ['We are', ' open', null, 'From']
  const progress = [...stages, ...texts.map((text) => ({ stage: 'writing', text }))]
  await openPlayground({
    [ASK]: () => streamed(progress, { content: 'From eight.', action: null, trace: { ...trace } }),
  })
  const written: (string | undefined)[] = []
  const stop = askingOf(AGENT).subscribe(() => written.push(askingOf(AGENT).get().written))
  await say('When do you open?')
  await screen.findByText('From eight.')
  stop()
  expect(written.filter(Boolean)).toEqual(['We are', 'We are open', 'From'])
  expect(written.at(-1)).toBeUndefined()
  expect(screen.queryByText('From')).toBeNull()
})

it('stops when it is told to', async () => {
  await openPlayground({ [ASK]: () => ({ hang: true }) })
  await say('When do you open?')
  fireEvent.click(await screen.findByRole('button', { name: 'Stop' }))
  expect(await screen.findByRole('button', { name: 'Send' })).toBeTruthy()
  await waitFor(() => {
    const { value } = screen.getByLabelText<HTMLTextAreaElement>('Message as a visitor')
    expect(value).toBe('When do you open?')
  })
  expect(screen.queryByRole('alert')).toBeNull()
})

it('says where the agent would hand over, and goes on', async () => {
  await openPlayground({ [ASK]: () => reply('A person will come.', { decision: 'handed_over' }) })
  await say('A human please')
  expect(await screen.findByText(/Here the agent would pass the conversation to a person/)).toBeTruthy()
  expect(screen.getByLabelText('Message as a visitor')).toBeTruthy()
})

it('says that a person was asked for where handing over is off, and leads to where it is turned on', async () => {
  await openPlayground({ [ASK]: () => reply('No.', { decision: 'unknown', asked_for_person: true }) })
  await say('A human please')
  const why = await screen.findByRole('button', { name: 'A person was asked for, but handing over is off' })
  expect(screen.queryByText(/Found no answer/)).toBeNull()
  const panel = await open(why)
  const link = await panel.findByRole('link', { name: 'Let it hand over' })
  expect(link.getAttribute('href')).toBe(`/agents/${AGENT}/settings#who-answers`)
})

it('says in words why there is no answer, and what was searched for', async () => {
  const query = 'When do you open?\nAnd on Sundays?'
  const why = { decision: 'unknown', reason: 'not_supported', search_query: query }
  await openPlayground({ [ASK]: () => reply('I do not know.', why) })
  await say('And on Sundays?')
  const panel = await open(await screen.findByRole('button', { name: 'Found no answer in its sources' }))
  expect(await panel.findByText(/come near to what was asked, but none of them/)).toBeTruthy()
  expect(panel.getByText(/When do you open\? And on Sundays\?/)).toBeTruthy()
})

it('marks what a model says without naming a source', async () => {
  await openPlayground({ [ASK]: () => reply('We ship to the moon.', { model: 'theirs', cites_nothing: true }) })
  await say('Do you ship to the moon?')
  const panel = await open(await screen.findByRole('button', { name: 'Answered without naming a source' }))
  expect(await panel.findByText(/named none of the passages it was given/)).toBeTruthy()
})

it('shows a form as a visitor would see it, and goes on with what is filled in', async () => {
  const fields = [{ name: 'phone', label: 'Phone', type: 'phone', required: true }]
  const action = {
    agent_action_uuid: model.id,
    slug: 'call',
    name: 'Call back',
    fields,
    status: 'pending',
    result: null,
  }
  const asked: { messages: unknown[] }[] = []
  await openPlayground({
    [ASK]: ({ json }) => {
      asked.push(json() as { messages: unknown[] })
      return asked.length === 1 ? reply('Please fill this in.', {}, action) : reply('Thank you.')
    },
  })
  await say('Call me')
  fireEvent.change(await screen.findByLabelText('Phone'), { target: { value: '+49 30' } })
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByText('Thank you.')).toBeTruthy()
  expect(screen.getByText('Completed')).toBeTruthy()
  const filledIn = { role: 'visitor', action_result: { agent_action_uuid: model.id, result: [{ phone: '+49 30' }] } }
  expect(asked[1]!.messages.at(-1)).toEqual(filledIn)
})

it('says so where visitors are left to people, and where the agent is disabled', async () => {
  const only = await openPlayground({}, { only_human: true })
  expect(await screen.findByText(/leaves its visitors to people/)).toBeTruthy()
  only.client.setQueryData(['getAgent', { agent: AGENT }, {}], (old: object) => ({ ...old, is_disabled: true }))
  expect(await screen.findByText(/is disabled and takes no messages/)).toBeTruthy()
})

it('keeps the thread while one looks at something else', async () => {
  const { router } = await openPlayground({ [ASK]: () => reply('From eight.') })
  await say('When do you open?')
  await screen.findByText('From eight.')
  await router.navigate({ to: '/agents' })
  await router.navigate({ to: '/agents/$agentId/playground', params: { agentId: AGENT } })
  expect(await screen.findByText('From eight.')).toBeTruthy()
})
