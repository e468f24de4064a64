import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { invalidate } from '#dashboard/api/invalidation.ts'
import { drafted, writeDraft } from '#dashboard/features/inbox/reply/drafts.ts'
import {
  agent,
  agentId,
  beforeInboxTests,
  conversation,
  inbox,
  item,
  line,
  openConversation,
  thread,
} from '#dashboard/features/inbox/testing/inbox-server.ts'
import { sampleMessage } from '#dashboard/features/inbox/testing/samples.ts'
// Compiled before the test begins, as keys are held for two seconds only. The page still loads it when it is needed.
import '#dashboard/features/inbox/reply/note-field.tsx'
import { pressShortcut } from '#dashboard/testing/press-shortcut.ts'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { ok, page, refuse } from '#dashboard/testing/test-server.ts'

beforeInboxTests()

describe('replying at /inbox/$agentId/$conversationId', () => {
  it('says that sending takes over, and sends with Ctrl+Enter', async () => {
    const sent: unknown[] = []
    await openConversation({
      'POST /api/v1/agents/*/conversations/c1/replies': (request) => {
        sent.push(request.json())
        return ok(item(sampleMessage(4, { role: 'human', content: 'Hello Ana' })), 201)
      },
    })
    const field = await screen.findByLabelText('Reply to Ana Silva')
    expect(screen.getByText('The AI has this conversation. Sending takes it over.')).toBeTruthy()
    fireEvent.change(field, { target: { value: ' Hello Ana ' } })
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
    await waitFor(() =>
      expect(sent).toEqual([{ content: 'Hello Ana', seen_position: '3.0', closes: false, force: false }]),
    )
    expect((field as HTMLTextAreaElement).value).toBe('')
    expect(await screen.findByText('People have this conversation; the AI stays silent.')).toBeTruthy()
  })

  const withPeople = {
    'GET /api/v1/agents/*/conversations/c1/line': () => ok(line('c1', 1, { response_mode: 'human' })),
  }
  const suggestion = { id: 's1', content: 'At nine.', citations: [] }

  it('asks the AI for a suggestion with Ctrl+S, and offers to teach what was made of it', async () => {
    const sent: unknown[] = []
    let shown: typeof suggestion | null = null
    let messages = [sampleMessage(1)]
    await openConversation({
      ...withPeople,
      'GET /api/v1/agents/*/conversations/c1/thread': () => thread(messages, { suggestion: shown }),
      'POST /api/v1/agents/*/conversations/c1/suggestion': () => {
        shown = suggestion
        return ok({ id: 's1' }, 202)
      },
      'POST /api/v1/agents/*/conversations/c1/replies': (request) => {
        sent.push(request.json())
        shown = null
        const said = sampleMessage(2, { role: 'human', content: 'At nine. Welcome!' })
        messages = [...messages, said]
        return ok({ ...item(said), author: { type: 'member', id: 'me', name: 'Me' } }, 201)
      },
    })
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Reply to Ana Silva')
    fireEvent.keyDown(field, { key: 's', ctrlKey: true })
    const card = within(await screen.findByRole('region', { name: 'Suggested reply' }))
    fireEvent.click(card.getByRole('button', { name: 'Change' }))
    expect(field.value).toBe('At nine.')
    fireEvent.change(field, { target: { value: 'At nine. Welcome!' } })
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
    await waitFor(() => expect(sent).toMatchObject([{ content: 'At nine. Welcome!', suggestion_id: 's1' }]))
  })

  it('sends a suggestion as it is and keeps a draft, or dismisses it', async () => {
    const acts: unknown[] = []
    await openConversation({
      ...withPeople,
      'GET /api/v1/agents/*/conversations/c1/thread': () => thread([sampleMessage(1)], { suggestion }),
      'DELETE /api/v1/agents/*/conversations/c1/suggestion': () => {
        acts.push('dismissed')
        return ok(null)
      },
      'POST /api/v1/agents/*/conversations/c1/replies': (request) => {
        acts.push(request.json())
        return ok(item(sampleMessage(2, { role: 'human', content: 'At nine.' })), 201)
      },
    })
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Reply to Ana Silva')
    fireEvent.change(field, { target: { value: 'Later' } })
    const card = within(await screen.findByRole('region', { name: 'Suggested reply' }))
    fireEvent.click(card.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(acts).toMatchObject([{ content: 'At nine.', suggestion_id: 's1' }]))
    expect(field.value).toBe('Later')
    fireEvent.click(card.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(acts).toHaveLength(2))
  })

  it('goes on at the end of a draft with r', async () => {
    localStorage.setItem('baton.draft.c1', JSON.stringify({ text: 'Hello', base: 3 }))
    await openConversation({})
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Reply to Ana Silva')
    field.setSelectionRange(0, 0)
    await pressShortcut('r')
    expect(document.activeElement).toBe(field)
    expect([field.selectionStart, field.selectionEnd]).toEqual([5, 5])
  })

  it('types into a note what is pressed after n, also while its field is loading and after it was left', async () => {
    // happy-dom has no editing commands.
    document.execCommand = (_command, _showsUi, text = '') => {
      const field = document.activeElement as HTMLTextAreaElement
      return fireEvent.change(field, { target: { value: field.value + text } })
    }
    await openConversation({ 'GET /api/v1/organizations/*/members': () => ok([]) })
    await screen.findByLabelText('Reply to Ana Silva')
    await pressShortcut('n', 'je')
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Note for the team')
    await waitFor(() => expect(field.value).toBe('je'))
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(document.activeElement).not.toBe(field)
    fireEvent.keyDown(document.activeElement!, { key: 'n' })
    expect(document.activeElement).toBe(field)
  })

  it('asks before sending when someone else has replied meanwhile', async () => {
    let messages = [sampleMessage(1), sampleMessage(2)]
    const sent: unknown[] = []
    await openConversation({
      'GET /api/v1/agents/*/conversations/c1/thread': () => thread(messages),
      'POST /api/v1/agents/*/conversations/c1/replies': (request) => {
        const body = request.json() as { force: boolean }
        if (!body.force) return refuse(409, 'reply_is_stale')
        sent.push(body)
        return ok(item(sampleMessage(4, { role: 'human' })), 201)
      },
    })
    const field = await screen.findByLabelText('Reply to Ana Silva')
    fireEvent.change(field, { target: { value: 'Mine' } })
    messages = [...messages, sampleMessage(3, { role: 'human', content: 'A colleague was quicker' })]
    fireEvent.click(screen.getByRole('button', { name: /send/i }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(/A colleague was quicker/)).toBeTruthy()
    expect(sent).toEqual([])
    fireEvent.click(question.getByRole('button', { name: 'Send anyway' }))
    await waitFor(() => expect(sent).toEqual([{ content: 'Mine', seen_position: '0.0', closes: false, force: true }]))
  })

  it('asks where nobody writes, and takes the focus of nobody who writes on or returns to the question', async () => {
    const messages = [sampleMessage(1)]
    const { router } = await openConversation({
      'GET /api/v1/agents/*/conversations/c1/thread': () => thread(messages),
      'POST /api/v1/agents/*/conversations/c1/replies': () => {
        messages.push(sampleMessage(messages.length + 1, { role: 'human', content: 'A colleague was quicker' }))
        return refuse(409, 'reply_is_stale')
      },
    })
    const findField = () => screen.findByLabelText('Reply to Ana Silva')
    const send = async (content: string, next = '') => {
      const field = await findField()
      field.focus()
      fireEvent.change(field, { target: { value: content } })
      fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
      if (next) fireEvent.change(field, { target: { value: next } })
      return (await screen.findByText(content, { selector: '[role=alertdialog] p' })).parentElement
    }
    const first = await send('Mine')
    await waitFor(() => expect(document.activeElement).toBe(first))
    await router.navigate({ to: '/inbox', search: {} })
    await router.navigate({ to: '/inbox/$agentId/$conversationId', params: { agentId, conversationId: 'c1' } } as never)
    await screen.findByRole('alertdialog')
    expect(document.activeElement).toBe(document.body)
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
    await send('Mine again', 'And this')
    expect(document.activeElement).toBe(await findField())
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  })

  it('marks a reply that was not sent in the list, and offers it in a conversation closed meanwhile', async () => {
    let status = 'open'
    let messages = [sampleMessage(1), sampleMessage(2)]
    const { client, router } = await openConversation({
      'GET /api/v1/organizations/*/inbox': () => inbox([line('c1', 3, { response_mode: 'human' })]),
      'GET /api/v1/agents/*/conversations/c1/line': () => ok(line('c1', 3, { status, response_mode: 'human' })),
      'GET /api/v1/agents/*/conversations/c1/thread': () => thread(messages),
      'POST /api/v1/agents/*/conversations/c1/replies': () => refuse(409, 'reply_is_stale'),
    })
    const field = await screen.findByLabelText('Reply to Ana Silva')
    fireEvent.change(field, { target: { value: 'Mine' } })
    messages = [...messages, sampleMessage(3, { role: 'human', content: 'A colleague was quicker' })]
    fireEvent.click(screen.getByRole('button', { name: /send/i }))
    await screen.findByRole('alertdialog')
    const row = screen.getByRole('link', { name: /Ana Silva/ })
    expect(within(row).getByText(/Not sent/)).toBeTruthy()
    status = 'closed'
    invalidate(client, ['getInboxLine'])
    expect(await screen.findByText('This conversation is closed. Reopen it to reply.')).toBeTruthy()
    const question = within(screen.getByRole('alertdialog'))
    expect(question.getByRole('button', { name: 'Send anyway' })).toBeTruthy()
    expect(question.getByRole('button', { name: 'Keep editing' })).toBeTruthy()
    fireEvent.click(question.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(within(row).queryByText(/Not sent/)).toBeNull()
    expect(router.state.location.pathname).toBe(`/inbox/${agentId}/c1`)
  })

  it('refuses what is too long, counted as the server counts', async () => {
    await openConversation({})
    const field = await screen.findByLabelText('Reply to Ana Silva')
    fireEvent.change(field, { target: { value: '😀'.repeat(10_000) } })
    expect((screen.getByRole('button', { name: /send/i }) as HTMLButtonElement).disabled).toBe(false)
    fireEvent.change(field, { target: { value: '😀'.repeat(10_001) } })
    expect((screen.getByRole('button', { name: /send/i }) as HTMLButtonElement).disabled).toBe(true)
    expect(field.getAttribute('aria-invalid')).toBe('true')
  })

  it('has no field to write in while closed, or while the agent is disabled', async () => {
    await renderRoute(`/inbox/${agentId}/c1`, conversation({ status: 'closed' }))
    expect(await screen.findByText('This conversation is closed. Reopen it to reply.')).toBeTruthy()
    expect(screen.queryByLabelText('Reply to Ana Silva')).toBeNull()
  })

  it('keeps the field, its text and the focus when the conversation is closed from elsewhere meanwhile', async () => {
    let status = 'open'
    const changed: unknown[] = []
    const { client } = await openConversation({
      'GET /api/v1/agents/*/conversations/c1/line': () => ok(line('c1', 3, { status })),
      'PATCH /v1/agents/*/conversations/c1': (request) => {
        changed.push(request.json())
        status = 'open'
        return ok(line('c1', 3))
      },
    })
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Reply to Ana Silva')
    field.focus()
    fireEvent.change(field, { target: { value: 'Th' } })
    status = 'closed'
    invalidate(client, ['getInboxLine'])
    expect(await screen.findByText('This conversation is closed. Reopen it to reply.')).toBeTruthy()
    expect(document.activeElement).toBe(field)
    fireEvent.keyDown(document.activeElement!, { key: 'e' })
    expect(field.value).toBe('Th')
    expect(changed).toEqual([])
    fireEvent.click(within(screen.getByText(/^This conversation is closed/).parentElement!).getByRole('button'))
    await waitFor(() => expect(screen.queryByText(/^This conversation is closed/)).toBeNull())
    expect(screen.getByLabelText('Reply to Ana Silva')).toBe(field)
  })

  it('keeps what is being written when the agent is disabled, which can’t be sent then', async () => {
    let shown: object = agent
    const { client } = await openConversation({ 'GET /v1/organizations/*/agents': () => page([shown]) })
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Reply to Ana Silva')
    field.focus()
    fireEvent.change(field, { target: { value: 'Th' } })
    shown = { ...agent, is_disabled: true, disabled_reason: 'On holiday' }
    invalidate(client, ['getAgent', 'listAgents'])
    expect(await screen.findByText('On holiday')).toBeTruthy()
    expect(document.activeElement).toBe(field)
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
    expect(field.value).toBe('Th')
    expect((screen.getByRole('button', { name: /send/i }) as HTMLButtonElement).disabled).toBe(true)
  })

  it('shows what was written to a conversation that is gone, until it is discarded', async () => {
    let isGone = false
    const { client } = await openConversation({
      'GET /api/v1/agents/*/conversations/c1/line': () =>
        isGone ? refuse(404, 'resource_not_found') : ok(line('c1', 3)),
      'POST /api/v1/agents/*/conversations/c1/replies': () => refuse(404, 'resource_not_found'),
    })
    const field = await screen.findByLabelText('Reply to Ana Silva')
    fireEvent.change(field, { target: { value: 'Sent too late' } })
    fireEvent.click(screen.getByRole('button', { name: /send/i }))
    expect(await screen.findByRole('button', { name: 'Send again' })).toBeTruthy()
    fireEvent.change(field, { target: { value: 'Half writ' } })
    writeDraft('c1 note', { text: 'Half noted', base: 0 })
    writeDraft('c1 note n1', { text: 'Half changed', base: 0 })
    writeDraft('c10', { text: 'For somebody else', base: 0 })
    isGone = true
    invalidate(client, ['getInboxLine'])
    const left = within(await screen.findByRole('region', { name: 'What you wrote was not sent' }))
    expect(await left.findByText(/^Sent too late\s+Half writ\s+Half noted\s+Half changed$/)).toBeTruthy()
    expect(left.getByRole('button', { name: 'Copy' })).toBeTruthy()
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(asks()).toBe(true)
    fireEvent.click(left.getByRole('button', { name: 'Discard' }))
    expect(screen.queryByText('What you wrote was not sent')).toBeNull()
    expect(asks()).toBe(false)
    expect([...drafted.get()]).toEqual(['c10'])
    writeDraft('c10', undefined)
  })
})
