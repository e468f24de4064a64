import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { readDraft } from '#dashboard/features/inbox/reply/drafts.ts'
import {
  agentId,
  beforeInboxTests,
  conversation,
  inbox,
  item,
  line,
  openConversation,
} from '#dashboard/features/inbox/testing/inbox-server.ts'
import { NO_FACTS, sampleMessage } from '#dashboard/features/inbox/testing/samples.ts'
import { newMail } from '#dashboard/lib/new-mail.ts'
import { renderRoute, testUser } from '#dashboard/testing/render-route.tsx'
import { ok, refuse, type TestAnswer } from '#dashboard/testing/test-server.ts'

beforeInboxTests()

const ANN = { address: 'ann@a.example', name: 'Ann' }
const CLEO = { address: 'cleo@c.example', name: '' }
const email = {
  ...{ mailbox_id: 'm1', subject: 'Hours', reply: { to: [ANN], cc: [CLEO] }, can_send: true, why: null },
}
const soon = () => new Date(Date.now() + 20_000).toISOString()
const author = { type: 'member', id: testUser.id, name: 'Ada' }

function mailThread(pending: object[], messages = [sampleMessage(1)], mail: object = email) {
  const items = messages.map(item)
  const ends = { first_position: items[0]?.position ?? null, last_position: items.at(-1)?.position ?? null }
  return ok({ items, ...ends, read_position: null, reply: null, linked: [], ...NO_FACTS, pending, email: mail })
}

const byMail = (pending: () => object[]) => ({
  'GET /api/v1/agents/*/conversations/c1/line': () => ok(line('c1', 3, { origin: 'email', subject: 'Hours' })),
  'GET /api/v1/agents/*/conversations/c1/thread': () => mailThread(pending()),
  'GET /api/v1/agents/*/conversations/c1/participants': () => ok({ participants: [] }),
})

describe('a conversation by mail', () => {
  it('answers whom one chooses, marks who is new, and puts back what is undone', async () => {
    let pending: object[] = []
    const sent: unknown[] = []
    const typed = { to: ['ann@a.example'], cc: [], bcc: ['dan@d.example'], subject: 'Sundays', quote: null }
    await openConversation({
      ...byMail(() => pending),
      'POST /api/v1/agents/*/conversations/c1/emails': (request) => {
        sent.push(request.json())
        const sends_at = soon()
        pending = [{ id: 'p1', content: 'At nine', author, sends_at }]
        return ok({ id: 'p1', sends_at }, 202)
      },
      'DELETE /api/v1/agents/*/conversations/c1/emails/p1': () => {
        pending = []
        return ok({ content: 'At nine', closes: false, attachments: [], ...typed })
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: /Change recipients and subject/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Remove cleo@c.example' }))
    const bcc = screen.getByRole('textbox', { name: 'Bcc' })
    fireEvent.change(bcc, { target: { value: 'Dan <dan@d.example>' } })
    expect(screen.getByText('dan@d.example').parentElement?.textContent).toContain('new')
    expect(screen.getByText('ann@a.example').parentElement?.textContent).not.toContain('new')
    fireEvent.change(screen.getByLabelText('Subject'), { target: { value: 'Sundays' } })
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Reply to Ana Silva')
    fireEvent.change(field, { target: { value: 'At nine' } })
    fireEvent.click(screen.getByRole('button', { name: /send/i }))
    const { quote: _, ...chosen } = typed
    await waitFor(() =>
      expect(sent).toEqual([{ content: 'At nine', seen_position: '1.0', closes: false, force: false, ...chosen }]),
    )
    expect(field.value).toBe('')
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(field.value).toBe('At nine'))
    expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe('Sundays')
    expect(screen.getByText('dan@d.example')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Mails that leave soon' })).toBeNull())
  })

  it.each([
    ['as a mail may have', email, 6],
    ['as a chat may have, where nothing is mailed', { ...email, can_send: false, why: 'no_server' }, 5],
  ])('takes as many files %s', async (_, mail, most) => {
    await openConversation({
      ...byMail(() => []),
      'GET /api/v1/agents/*/conversations/c1/thread': () => mailThread([], undefined, mail),
    })
    await screen.findByLabelText('Reply to Ana Silva')
    const chooser = document.querySelector<HTMLInputElement>('input[type=file]')!
    // Too large ones are listed, but nothing is uploaded of them.
    const files = [1, 2, 3, 4, 5, 6].map((n) =>
      Object.defineProperty(new File([], `${n}.txt`), 'size', { value: 1_000_000_000 }),
    )
    fireEvent.change(chooser, { target: { files } })
    expect(within(screen.getByRole('list', { name: 'Files' })).getAllByRole('listitem')).toHaveLength(most)
    expect(screen.queryAllByText('At most 5 files in one message')).toHaveLength(most === 5 ? 1 : 0)
  })

  it.each([
    ['can’t send', 'not_sending', /can’t send at the moment.*waits/],
    ['gets no mail', 'not_receiving', /gets no mail at the moment/],
    ['is paused', 'mailbox_paused', /is paused/],
  ])('warns before one writes that its mailbox %s, and lets one write', async (_, why, words) => {
    await openConversation({
      ...byMail(() => []),
      'GET /api/v1/agents/*/conversations/c1/thread': () => mailThread([], undefined, { ...email, why }),
    })
    expect((await screen.findByText(words)).getAttribute('role')).toBe('status')
    fireEvent.change(screen.getByLabelText('Reply to Ana Silva'), { target: { value: 'At nine' } })
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /send/i }).disabled).toBe(false)
    expect(screen.getByRole('button', { name: /Change recipients and subject/ })).toBeTruthy()
  })

  it('keeps the files that one has chosen since, beside those of a mail that is taken back', async () => {
    const file = { id: 'f1', name: 'plan.pdf', type: 'application/pdf', size: 10, is_risky: false }
    const typed = { to: ['ann@a.example'], cc: [], bcc: [], subject: 'Hours', quote: null }
    await openConversation({
      ...byMail(() => [{ id: 'p1', content: 'At nine', author, sends_at: soon() }]),
      'DELETE /api/v1/agents/*/conversations/c1/emails/p1': () =>
        ok({ content: 'At nine', closes: false, ...typed, attachments: [file] }),
    })
    const undo = await screen.findByRole('button', { name: 'Undo' })
    const chooser = document.querySelector<HTMLInputElement>('input[type=file]')!
    const tooLarge = Object.defineProperty(new File([], 'map.pdf'), 'size', { value: 1_000_000_000 })
    fireEvent.change(chooser, { target: { files: [tooLarge] } })
    fireEvent.click(undo)
    const list = await screen.findByRole('list', { name: 'Files' })
    await within(list).findByText('plan.pdf')
    expect(within(list).queryByText('map.pdf')).not.toBeNull()
  })

  it('keeps to whom a reply goes, and its files, while another conversation is looked at', async () => {
    const file = { id: 'f1', name: 'plan.pdf', type: 'application/pdf', size: 10, is_risky: false }
    const typed = { to: ['ann@a.example'], cc: [], bcc: [], subject: 'Sundays', quote: null }
    let pending: object[] = [{ id: 'p1', content: 'At nine', author, sends_at: soon() }]
    const { router } = await openConversation({
      ...byMail(() => pending),
      'DELETE /api/v1/agents/*/conversations/c1/emails/p1': () => {
        pending = []
        return ok({ content: 'At nine', closes: false, ...typed, attachments: [file] })
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await screen.findByText('plan.pdf')
    const look = (conversationId: string) =>
      act(() => router.navigate({ to: '/inbox/$agentId/$conversationId', params: { agentId, conversationId } }))
    await look('c2')
    await waitFor(() => expect(screen.queryByText('plan.pdf')).toBeNull())
    await look('c1')
    expect((await screen.findByLabelText<HTMLInputElement>('Subject')).value).toBe('Sundays')
    expect(screen.queryByText('cleo@c.example')).toBeNull()
    expect(within(screen.getByRole('list', { name: 'Files' })).getByText('plan.pdf')).toBeTruthy()
    // Nobody has asked to write there, so that keys go on being shortcuts.
    expect(document.activeElement).not.toBe(screen.getByRole('textbox', { name: 'To' }))
  })

  it('keeps what a mail holds that is taken back while one looks elsewhere', async () => {
    const taken = Promise.withResolvers<TestAnswer>()
    const file = { id: 'f1', name: 'plan.pdf', type: 'application/pdf', size: 10, is_risky: false }
    let pending = [{ id: 'p1', content: 'At nine', author, sends_at: soon() }]
    const { router } = await openConversation({
      ...byMail(() => pending),
      'DELETE /api/v1/agents/*/conversations/c1/emails/p1': () => taken.promise,
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    const look = (conversationId: string) =>
      act(() => router.navigate({ to: '/inbox/$agentId/$conversationId', params: { agentId, conversationId } }))
    await look('c2')
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Mails that leave soon' })).toBeNull())
    pending = []
    const typed = { to: ['ann@a.example'], cc: [], bcc: [], subject: 'Sundays', quote: null }
    taken.resolve(ok({ content: 'At nine', closes: false, ...typed, attachments: [file] }))
    await waitFor(() => expect(readDraft('c1')?.text).toBe('At nine'))
    await look('c1')
    expect((await screen.findByLabelText<HTMLInputElement>('Subject')).value).toBe('Sundays')
    expect(within(screen.getByRole('list', { name: 'Files' })).getByText('plan.pdf')).toBeTruthy()
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Reply to/).value).toBe('At nine')
  })

  it('shows a colleague’s mail that has not left, which only they can take back', async () => {
    const theirs = { id: 'p1', content: 'At nine', author: { ...author, id: 'ben', name: 'Ben' }, sends_at: soon() }
    await openConversation(byMail(() => [theirs]))
    const list = await screen.findByRole('list', { name: 'Mails that leave soon' })
    expect(list.textContent).toContain('Ben is sending')
    expect(within(list).queryByRole('button')).toBeNull()
  })

  it('sends nothing to what is no address', async () => {
    await openConversation(byMail(() => []))
    fireEvent.click(await screen.findByRole('button', { name: /Change recipients and subject/ }))
    fireEvent.change(screen.getByLabelText('Reply to Ana Silva'), { target: { value: 'At nine' } })
    const send = screen.getByRole<HTMLButtonElement>('button', { name: /send/i })
    expect(send.disabled).toBe(false)
    fireEvent.change(screen.getByRole('textbox', { name: 'Cc' }), { target: { value: 'kitchen' } })
    expect(send.disabled).toBe(true)
  })
})

describe('New mail', () => {
  const handlers = { 'GET /api/v1/organizations/*/inbox': () => inbox([]) }
  const mailbox = { id: 'm1', agent_id: agentId, name: 'The crew', address: 'crew@boats.example', error: null }

  it('begins a conversation, and shows at the field what the server refuses', async () => {
    const sent: unknown[] = []
    const { router } = await renderRoute('/inbox', {
      ...conversation(),
      ...handlers,
      'GET /api/v1/organizations/*/mailboxes': () => ok([mailbox]),
      'POST /api/v1/agents/*/emails': (request) => {
        sent.push(request.json())
        if (sent.length === 1) {
          const message = 'The to.0 field must not be an address of your own mailboxes.'
          return refuse(422, 'validation_failed', [{ field: 'to.0', message }])
        }
        return ok({ id: 'p1', sends_at: soon(), conversation_id: 'c1' }, 202)
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'New mail' }))
    const to = await screen.findByRole('textbox', { name: 'To' })
    fireEvent.change(to, { target: { value: 'crew@boats.example ' } })
    fireEvent.change(screen.getByLabelText('Subject'), { target: { value: 'Your boat' } })
    fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'It is ready.' } })
    const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    send()
    expect(await screen.findByText(/must not be an address of your own mailboxes/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Remove crew@boats.example' }))
    fireEvent.change(to, { target: { value: 'ann@a.example' } })
    send()
    await waitFor(() => expect(router.state.location.pathname).toBe(`/inbox/${agentId}/c1`))
    const letter = { mailbox_id: 'm1', subject: 'Your boat', content: 'It is ready.', cc: [], bcc: [] }
    expect(sent.at(-1)).toEqual({ ...letter, to: ['ann@a.example'] })
    expect(newMail.get()).toBeUndefined()
  })

  it('brings files along, and those of one that was taken back', async () => {
    const sent: { attachments?: string[] }[] = []
    const file = { name: 'plan.pdf', type: 'application/pdf', size: 9, is_risky: false }
    const attachments = [
      { ...file, id: 'f1' },
      { ...file, id: 'f2', name: 'photo.png' },
    ]
    const typed = { to: ['ann@a.example'], cc: [], bcc: [], subject: 'Your boat', content: 'It is ready.', quote: null }
    newMail.set({ mailboxId: 'm1', typed: { ...typed, closes: false, attachments } })
    await renderRoute('/inbox', {
      ...conversation(),
      ...handlers,
      'GET /api/v1/organizations/*/mailboxes': () => ok([mailbox]),
      'POST /api/v1/agents/*/emails': (request) => {
        sent.push(request.json() as (typeof sent)[number])
        return ok({ id: 'p1', sends_at: soon(), conversation_id: 'c1' }, 202)
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Remove photo.png' }))
    expect(screen.getByRole('button', { name: 'Attach files' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(sent).toMatchObject([{ attachments: ['f1'] }]))
    await waitFor(() => expect(newMail.get()).toBeUndefined())
  })

  it('warns of a mailbox that does not work', async () => {
    const error = { code: 'login_failed', message: 'Sign in again.', since: soon() }
    const mailboxes = [{ ...mailbox, status: 'failing', error }]
    await renderRoute('/inbox', { ...handlers, 'GET /api/v1/organizations/*/mailboxes': () => ok(mailboxes) })
    fireEvent.click(await screen.findByRole('button', { name: 'New mail' }))
    expect(await screen.findByText('This mailbox has a problem. Sign in again.')).toBeTruthy()
    newMail.set(undefined)
  })

  it('says where mailboxes come from while there is none', async () => {
    await renderRoute('/inbox', { ...handlers, 'GET /api/v1/organizations/*/mailboxes': () => ok([]) })
    fireEvent.click(await screen.findByRole('button', { name: 'New mail' }))
    expect(await screen.findByText('No mailbox to write from')).toBeTruthy()
    newMail.set(undefined)
  })
})
