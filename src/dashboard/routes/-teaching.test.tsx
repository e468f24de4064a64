import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { agent, beforeInboxTests, openConversation, thread } from '#dashboard/features/inbox/testing/inbox-server.ts'
import { sampleMessage } from '#dashboard/features/inbox/testing/samples.ts'
import { testOrganization, testSession } from '#dashboard/testing/render-route.tsx'
import { type Handlers, ok, refuse, streamed } from '#dashboard/testing/test-server.ts'

beforeInboxTests()

const PROOF = '0199c0de-0000-7000-8000-0000000000e1'
const given = (reply: string) => ({ reply, decision: 'answered', citations: [] })
const proof = {
  ...{
    id: PROOF,
    status: 'done',
    source_id: null,
    question: 'Dogs?',
    undone: false,
    problem: null,
    checks: [],
    waiting: [],
  },
  results: [{ question: 'Dogs?', before: given('No.'), after: given('Yes.'), verdict: 'proved' }],
  created_at: '2026-03-01T10:00:00.000Z',
}
const messages = [
  sampleMessage(1, { content: 'Are dogs allowed? Mail me at ana@example.com. Ana Silva' }),
  sampleMessage(2, { role: 'human', content: 'Yes Ana, they are.' }),
]
const handlers: Handlers = {
  'GET /api/v1/agents/*/conversations/c1/messages/*/teach': () =>
    ok({
      questions: [
        { content: 'Are dogs allowed? Mail me at ana@example.com. Ana Silva', position: 1 },
        { content: 'And cats?', position: 1 },
      ],
    }),
  'GET /api/v1/agents/*/conversations/c1/thread': () => thread(messages),
  'GET /v1/agents/*': () => ok(agent),
  'POST /api/v1/agents/*/playground': () => refuse(423, 'agent_unavailable'),
}

async function openDialog() {
  fireEvent.click(await screen.findByRole('button', { name: 'Teach this' }))
  return within(await screen.findByRole('dialog', { name: 'Teach the answer' }))
}

describe('teaching from a conversation', () => {
  it('takes what concerns one visitor out of the question too', async () => {
    let sent: unknown
    await openConversation({
      ...handlers,
      'POST /api/v1/agents/*/teach': ({ json }) => {
        sent = json()
        return ok({ id: PROOF })
      },
      'GET /api/v1/agents/*/proofs/*': () => ok(proof),
    })
    const dialog = await openDialog()
    fireEvent.click(dialog.getByRole('button', { name: 'Remove the e-mail address ana@example.com' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Remove all' }))
    expect(dialog.queryByRole('region', { name: 'Private details' })).toBeNull()
    fireEvent.click(dialog.getByRole('button', { name: 'Teach and prove' }))
    await waitFor(() =>
      expect(sent).toMatchObject({ question: 'Are dogs allowed? Mail me at.', answer: 'Yes, they are.' }),
    )
  })

  it('says that what was asked could not be loaded, and takes a question of the member’s own', async () => {
    let sent: unknown
    await openConversation({
      ...handlers,
      'GET /api/v1/agents/*/conversations/c1/messages/*/teach': () => refuse(404, 'resource_not_found'),
      'POST /api/v1/agents/*/teach': ({ json }) => {
        sent = json()
        return ok({ id: PROOF })
      },
      'GET /api/v1/agents/*/proofs/*': () => ok(proof),
    })
    const dialog = await openDialog()
    expect(dialog.getByRole('alert')).toBeTruthy()
    fireEvent.change(dialog.getByLabelText(/^Question/), { target: { value: 'Dogs?' } })
    fireEvent.change(dialog.getByLabelText(/^Answer/), { target: { value: 'Yes.' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Teach and prove' }))
    await waitFor(() => expect(sent).toMatchObject({ question: 'Dogs?', answer: 'Yes.' }))
  })

  it('changes the answer that is there instead of adding another, where that is wanted', async () => {
    const source = '0199c0de-0000-7000-8000-0000000000b1'
    const citations = [{ source_id: source, title: 'House rules', url: null, quote: 'No, we are sorry.', score: 0.9 }]
    const trace = { ...{ decision: 'answered', citations, model: 'baton-built-in', latency_ms: 9 }, reason: null }
    const sent: unknown[] = []
    await openConversation({
      ...handlers,
      'GET /v1/agents/*': () => ok({ ...agent, model: { ...agent.model, slug: 'baton-built-in' } }),
      'POST /api/v1/agents/*/playground': () => streamed([], { content: 'No, we are sorry.', action: null, trace }),
      'GET /api/v1/agents/*/sources/*/content': () =>
        ok({
          ...{ type: 'qa', title: 'House rules', version: 1, passages: [], cited_90_days: 1, taught: null },
          questions: [
            { question: 'Is there a sauna?', answer: 'Until ten.' },
            { question: 'May dogs come in?', answer: 'No, we are sorry.' },
          ],
        }),
      'POST /api/v1/agents/*/teach': ({ json }) => {
        sent.push(json())
        return ok({ id: PROOF })
      },
      'GET /api/v1/agents/*/proofs/*': () => ok(proof),
    })
    const dialog = await openDialog()
    const today = within(await dialog.findByRole('region', { name: 'What it replies today' }))
    expect(await today.findByText('It replies today, from “House rules”')).toBeTruthy()
    const question = dialog.getByLabelText<HTMLTextAreaElement>(/^Question/)
    const before = question.value
    fireEvent.click(await today.findByRole('button', { name: 'Change that instead' }))
    expect(question.value).toBe('May dogs come in?')
    fireEvent.click(today.getByRole('button', { name: 'Add another instead' }))
    expect(question.value).toBe(before)
    fireEvent.change(question, { target: { value: 'May my dog come?' } })
    fireEvent.click(today.getByRole('button', { name: 'Change that instead' }))
    expect(question.value).toBe('May my dog come?')
    fireEvent.click(today.getByRole('button', { name: 'Add another instead' }))
    expect(question.value).toBe('May my dog come?')
    fireEvent.click(today.getByRole('button', { name: 'Change that instead' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Teach and prove' }))
    await waitFor(() => expect(sent).toMatchObject([{ change: { source_id: source, pair: 1, version: 1 } }]))
  })

  it('asks anew which answer to change if that was changed meanwhile', async () => {
    const source = '0199c0de-0000-7000-8000-0000000000b1'
    const citations = [{ source_id: source, title: 'House rules', url: null, quote: 'No.', score: 0.9 }]
    const trace = { ...{ decision: 'answered', citations, model: 'baton-built-in', latency_ms: 9 }, reason: null }
    let version = 1
    const sent: unknown[] = []
    await openConversation({
      ...handlers,
      'GET /v1/agents/*': () => ok({ ...agent, model: { ...agent.model, slug: 'baton-built-in' } }),
      'POST /api/v1/agents/*/playground': () => streamed([], { content: 'No.', action: null, trace }),
      'GET /api/v1/agents/*/sources/*/content': () =>
        ok({
          ...{ type: 'qa', title: 'House rules', version, passages: [], cited_90_days: 1, taught: null },
          questions: [{ question: 'May dogs come in?', answer: 'No.' }],
        }),
      'POST /api/v1/agents/*/teach': ({ json }) => {
        sent.push(json().change)
        if (version === 2) return ok({ id: PROOF })
        version = 2
        return refuse(409, 'source_is_stale')
      },
      'GET /api/v1/agents/*/proofs/*': () => ok(proof),
    })
    const dialog = await openDialog()
    fireEvent.click(await dialog.findByRole('button', { name: 'Change that instead' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Teach and prove' }))
    expect(await dialog.findByText('message of source_is_stale')).toBeTruthy()
    fireEvent.click(await dialog.findByRole('button', { name: 'Change that instead' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Teach and prove' }))
    await waitFor(() => expect(sent).toEqual([1, 2].map((read) => ({ source_id: source, pair: 0, version: read }))))
  })

  it('asks without a credit where the built-in model replies for one that is not set up', async () => {
    const theirs = { ...agent.model, slug: 'gpt-5.2' }
    const trace = { ...{ decision: 'unknown', citations: [], model: 'baton-built-in', latency_ms: 9 }, reason: null }
    let isConfigured = false
    const own: Handlers = {
      ...handlers,
      'GET /v1/agents/*': () => ok({ ...agent, model: theirs }),
      'GET /api/v1/organizations/*/ai-models': () =>
        ok([{ ...theirs, is_premium: true, is_configured: isConfigured, group: 'platform' }]),
      'POST /api/v1/agents/*/playground': () => streamed([], { content: 'I do not know.', action: null, trace }),
    }
    await openConversation(own)
    fireEvent.click(await screen.findByRole('button', { name: 'Teach this' }))
    expect(await screen.findByText('It does not know this today')).toBeTruthy()
    cleanup()
    isConfigured = true
    await openConversation(own)
    fireEvent.click(await screen.findByRole('button', { name: 'Teach this' }))
    expect(await screen.findByRole('button', { name: 'Ask what it replies today, for a credit' })).toBeTruthy()
  })

  it('says that it is not known what the agent replies today, and asks again', async () => {
    let isDown = true
    const trace = { ...{ decision: 'unknown', citations: [], model: 'baton-built-in', latency_ms: 9 }, reason: null }
    await openConversation({
      ...handlers,
      'GET /v1/agents/*': () => ok({ ...agent, model: { ...agent.model, slug: 'baton-built-in' } }),
      'POST /api/v1/agents/*/playground': () =>
        isDown ? refuse(500, 'internal_error') : streamed([], { content: 'I do not know.', action: null, trace }),
    })
    const dialog = await openDialog()
    expect(await dialog.findByText('What it replies today is not known')).toBeTruthy()
    isDown = false
    fireEvent.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(await dialog.findByText('It does not know this today')).toBeTruthy()
  })

  it('offers to keep a question that it answers now as a check', async () => {
    await openConversation({
      ...handlers,
      'POST /api/v1/agents/*/teach': () => ok({ id: PROOF }),
      'GET /api/v1/agents/*/proofs/*': () => ok(proof),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Teach this' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Teach and prove' }))
    const link = await screen.findByRole('link', { name: 'Save as a check' })
    const { pathname, searchParams } = new URL(link.getAttribute('href')!, 'http://localhost')
    expect(pathname).toMatch(/\/knowledge\/checks$/)
    expect(Object.fromEntries(searchParams)).toEqual({ add: 'check', question: 'Dogs?', expects: 'answers' })
  })

  it('proposes another line of the visitor’s as the question', async () => {
    await openConversation(handlers)
    const dialog = await openDialog()
    fireEvent.change(dialog.getByLabelText('What was asked'), { target: { value: 'And cats?' } })
    expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Question/).value).toBe('And cats?')
  })

  it('offers the answer to those who asked and still wait, and says who got it', async () => {
    const ids = ['0199c0de-0000-7000-8000-0000000000c1', '0199c0de-0000-7000-8000-0000000000c2']
    let waiting = ids.map((conversation_id) => ({ conversation_id, position: '3.0' }))
    let sent: unknown
    await openConversation({
      ...handlers,
      'POST /api/v1/agents/*/teach': () => ok({ id: PROOF }),
      'GET /api/v1/agents/*/proofs/*': () => ok({ ...proof, waiting }),
      'POST /api/v1/agents/*/proofs/*/send': ({ json }) => {
        sent = json()
        waiting = []
        return ok(ids.map((id, at) => ({ id, ok: at === 0, code: at === 0 ? null : 'reply_is_stale' })))
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Teach this' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Teach and prove' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Send it to the 2 visitors who asked and still wait' }))
    expect(await screen.findByText(/^Sent to 1 visitor in your name. 1 visitor had heard/)).toBeTruthy()
    expect(sent).toEqual({
      conversations: ids.map((conversation_id) => ({ conversation_id, seen_position: '3.0' })),
    })
  })

  it('asks before it spends credits on taking back', async () => {
    const asked: unknown[] = []
    await openConversation({
      ...handlers,
      'POST /api/v1/agents/*/teach': () => ok({ id: PROOF }),
      'GET /api/v1/agents/*/proofs/*': () => ok(proof),
      'POST /api/v1/agents/*/proofs/*/undo': ({ json }) => {
        asked.push(json())
        if (json().credits === 3) return ok({ id: PROOF })
        const details = [{ field: 'credits', message: 'must be 3, which is what asking again costs' }]
        return refuse(422, 'validation_failed', details)
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Teach this' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Teach and prove' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Spend 3 credits?' }))
    const button = question.getByRole<HTMLButtonElement>('button', { name: 'Take back and ask' })
    await waitFor(() => expect(button.disabled).toBe(false))
    fireEvent.click(button)
    await waitFor(() => expect(asked).toEqual([{}, { credits: 3 }]))
  })

  it('is not offered to responders of an organization that does not let them', async () => {
    const session = {
      ...testSession,
      organizations: [{ ...testOrganization, role: 'responder', responders_teach: false }],
    }
    await openConversation({
      ...handlers,
      'GET /api/v1/start': () => ok({ needs_setup: false, session, event_marks: {}, own_settings: {} }),
      'GET /api/v1/session': () => ok(session),
    })
    expect(await screen.findByText('Yes Ana, they are.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Teach this' })).toBeNull()
  })
})
