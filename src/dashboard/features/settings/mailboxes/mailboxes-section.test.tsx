import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderRoute, testSession } from '#dashboard/testing/render-route.tsx'
import { type Handlers, ok, page, refuse, type TestAnswer, type TestRequest } from '#dashboard/testing/test-server.ts'

const AGENT = '0199c0de-0000-7000-8000-0000000000a1'
const URL_ONCE = 'https://baton.example/inbound/v1/a-token-that-is-shown-once'
const agents = [{ id: AGENT, name: 'Help desk' }]
const mailbox = {
  id: '0199c0de-0000-7000-8000-0000000000b1',
  ...{ agent_id: AGENT, name: 'Boats & Co.', address: 'crew@boats.example', aliases: ['hi@boats.example'] },
  incoming: { type: 'http' },
  outgoing: {
    ...{ host: 'smtp.boats.example', port: 465, security: 'tls', user: 'crew' },
    auth: { type: 'password', provider: null },
  },
  ...{ ai: 'answers', signature: '', quote: 'last', undo_seconds: 10 },
  ...{ mark_seen: false, save_sent: true, import_days: null },
  ...{ authserv_id: null, is_paused: false, status: 'connected', error: null },
  ...{ received_at: '2026-01-02T00:00:00.000Z', sent_at: null, created_at: '2026-01-01T00:00:00.000Z' },
}

afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

const open = (mailboxes: unknown[], handlers: Handlers = {}) =>
  renderRoute('/settings/mailboxes', {
    'GET /v1/organizations/*/agents': () => page(agents),
    'GET /api/v1/organizations/*/mailboxes': () => ok(mailboxes),
    'GET /api/v1/organizations/*/mailboxes/oauth': () => ok([]),
    ...handlers,
  })

const click = async (name: string, place: Pick<typeof screen, 'getByRole'> = screen) => {
  const button = await waitFor(() => {
    const found = place.getByRole<HTMLButtonElement>('button', { name })
    expect(found.disabled).toBe(false)
    return found
  })
  await act(async () => void fireEvent.click(button)) // the click may also load a dialog's code
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const type = async (form: Awaited<ReturnType<typeof dialog>>, label: string | RegExp, value: string) =>
  fireEvent.change(await form.findByLabelText(label), { target: { value } })

it('adds a mailbox and shows once, when asked to, where its mail is posted', async () => {
  const { promise, resolve } = Promise.withResolvers<TestRequest>()
  const { client } = await open([], {
    'POST /api/v1/organizations/*/mailboxes': (request) => {
      resolve(request)
      return ok({ ...mailbox, inbound_url: URL_ONCE }, 201)
    },
    'GET /api/v1/organizations/*/mailboxes/*/verification': () => ok(null),
  })
  expect(await screen.findByText(/takes in the mail of one address/)).toBeTruthy()
  await click('New mailbox')
  const form = await dialog('New mailbox')
  await type(form, 'Address', 'crew@boats.example')
  await type(form, 'Name', 'Boats & Co.')
  fireEvent.click(form.getByLabelText(/^Posted to a URL/))
  await click('Continue', form)
  expect(await form.findByText(/^Step 2 of 3/)).toBeTruthy()
  await click('Continue', form)
  fireEvent.click(await form.findByLabelText(/^People answer/))
  await click('Add mailbox', form)
  expect((await promise).json()).toEqual({
    ...{ address: 'crew@boats.example', name: 'Boats & Co.', aliases: [], agent_id: AGENT, ai: 'silent' },
    ...{ signature: '', quote: 'last', undo_seconds: 10, outgoing: null, incoming: { type: 'http' } },
    ...{ mark_seen: false, save_sent: true, import_days: null },
  })
  const once = await dialog('Store the inbound URL')
  expect(once.getByText(/curl/).textContent).toContain("'To: crew@boats.example'")
  expect(document.documentElement.outerHTML).not.toContain(URL_ONCE)
  await click('Reveal', once)
  expect(once.getByText(URL_ONCE)).toBeTruthy()
  await click('I have stored it', once)
  await click('Later', await dialog('Verify crew@boats.example'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const kept = client.getMutationCache().getAll()
  expect(JSON.stringify(kept.map(({ state }) => state))).not.toContain(URL_ONCE)
})

it('adds a mailbox that is fetched in three steps, and names what is wrong with it', async () => {
  const tested: Record<string, unknown>[] = []
  const { promise, resolve } = Promise.withResolvers<TestRequest>()
  const message = 'imap.gmail.com refused user and password of crew@gmail.com. Google takes no ordinary password here.'
  const fine = { ok: true, code: null, message: null }
  const results = [{ ok: false, code: 'login_failed', message }, fine]
  await open([], {
    'POST /api/v1/organizations/*/mailboxes/test': (request) => {
      tested.push(request.json())
      return ok({ incoming: { ...results.shift(), folders: ['INBOX'] }, outgoing: fine })
    },
    'POST /api/v1/organizations/*/mailboxes': (request) => {
      resolve(request)
      const { host, port, security, user } = {
        host: 'imap.gmail.com',
        port: 993,
        security: 'tls',
        user: 'crew@gmail.com',
      }
      const auth = { type: 'password', provider: null }
      const incoming = { type: 'imap', host, port, security, user, folder: 'INBOX', auth }
      return ok({ ...mailbox, address: 'crew@gmail.com', incoming, status: 'connecting' }, 201)
    },
    'GET /api/v1/organizations/*/mailboxes/*/verification': () => ok(null),
  })
  await click('New mailbox')
  const form = await dialog('New mailbox')
  await type(form, 'Address', 'crew@gmail.com')
  await type(form, 'Name', 'Boats & Co.')
  await click('Continue', form)
  expect((await form.findByLabelText<HTMLSelectElement>('Provider')).value).toBe('google')
  expect(form.getByRole('link', { name: /^Make an app password/ }).getAttribute('href')).toContain('apppasswords')
  await click('Continue', form)
  expect(await form.findByText('Is required.')).toBeTruthy()
  expect(tested).toEqual([])
  await type(form, 'Password', 'wrong')
  await click('Continue', form)
  expect(await form.findByText(message)).toBeTruthy()
  expect(form.getByText('It can send. Nothing was mailed.')).toBeTruthy()
  await type(form, 'Password', 'right')
  await click('Continue', form)
  await type(form, 'Mail that is there already', '7')
  await click('Add mailbox', form)
  const auth = { type: 'password', password: 'right' }
  const user = 'crew@gmail.com'
  const servers = {
    incoming: { type: 'imap', host: 'imap.gmail.com', port: 993, security: 'tls', user, folder: 'INBOX', auth },
    outgoing: { host: 'smtp.gmail.com', port: 465, security: 'tls', user, auth },
  }
  expect((await promise).json()).toMatchObject({ ...servers, import_days: 7, save_sent: false, agent_id: AGENT })
  expect(tested[1]).toMatchObject(servers)
  expect(await screen.findByRole('dialog', { name: 'Verify crew@gmail.com' })).toBeTruthy()
})

it('says of one that is fetched what its server does not hand over', async () => {
  const { auth, ...server } = mailbox.outgoing
  const incoming = { type: 'imap', ...server, host: 'imap.boats.example', folder: 'INBOX', auth }
  await open([{ ...mailbox, incoming }], {
    'GET /api/v1/organizations/*/mailboxes/*/unfetched': () =>
      ok([
        { uid: 4, size: 1_234, received_at: '2026-01-01T00:00:00.000Z' },
        { uid: 3, size: 99, received_at: null },
      ]),
  })
  expect(await screen.findByText('2 mails were not fetched')).toBeTruthy()
  const list = screen.getByRole('list', { name: /that were not fetched$/, hidden: true })
  expect(list.textContent).toMatch(/1\.2 kB.*At an unknown time, 99 bytes/)
  expect(screen.getByText(/Fetched from imap\.boats\.example/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^New inbound URL/ })).toBeNull()
})

it('asks before what is typed of a new mailbox is lost', async () => {
  await open([])
  await click('New mailbox')
  const form = await dialog('New mailbox')
  await type(form, 'Address', 'crew@boats.example')
  await click('Cancel', form)
  expect(await screen.findByText('The mailbox is not added yet.')).toBeTruthy()
})

it('shows at its field what the server refuses', async () => {
  const details = [
    { field: 'address', message: 'The address field is the address of another mailbox' },
    { field: 'aliases.1', message: 'The aliases.1 field is the address of another mailbox' },
    { field: 'agent_id', message: 'The agent_id field names no agent of this organization' },
  ]
  await open([mailbox], {
    'PATCH /api/v1/organizations/*/mailboxes/*': () => refuse(422, 'validation_failed', details),
  })
  await click('Change crew@boats.example')
  const form = await dialog('Change crew@boats.example')
  await type(form, /^Aliases/, 'a@boats.example\nb@boats.example')
  await click('Save', form)
  await waitFor(() => expect(form.getAllByRole('alert')).toHaveLength(3))
  expect(form.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'Is the address of another mailbox.',
    '“b@boats.example” is the address of another mailbox.',
    'Names no agent of this organization.',
  ])
})

it('goes back to the step whose field the server refuses', async () => {
  const details = [{ field: 'address', message: 'The address field is the address of another mailbox' }]
  await open([mailbox], {
    'POST /api/v1/organizations/*/mailboxes': () => refuse(422, 'validation_failed', details),
  })
  await click('New mailbox')
  const form = await dialog('New mailbox')
  await type(form, 'Address', 'crew@boats.example')
  await type(form, 'Name', 'Boats')
  fireEvent.click(form.getByLabelText(/^Posted to a URL/))
  await click('Continue', form)
  expect(await form.findByText(/^Step 2 of 3/)).toBeTruthy()
  await click('Continue', form)
  await click('Add mailbox', form)
  expect((await form.findByRole('alert')).textContent).toBe('Is the address of another mailbox.')
  expect(form.getByText(/^Step 1 of 3/)).toBeTruthy()
})

it('stays at the step to which one has gone back while a new mailbox was tried', async () => {
  const tried = Promise.withResolvers<TestAnswer>()
  await open([], { 'POST /api/v1/organizations/*/mailboxes/test': () => tried.promise })
  await click('New mailbox')
  const form = await dialog('New mailbox')
  await type(form, 'Address', 'crew@gmail.com')
  await type(form, 'Name', 'Boats')
  await click('Continue', form)
  await type(form, 'Password', 'right')
  await click('Continue', form)
  await click('Back', form)
  expect(form.getByText(/^Step 1 of 3/)).toBeTruthy()
  const fine = { ok: true, code: null, message: null }
  tried.resolve(ok({ incoming: { ...fine, folders: ['INBOX'] }, outgoing: fine }))
  await form.findByRole('button', { name: 'Continue' })
  expect(form.getByText(/^Step 1 of 3/)).toBeTruthy()
})

it('asks for the password again for another server, and sends no empty one', async () => {
  const sent: Record<string, unknown>[] = []
  const handlers = {
    'PATCH /api/v1/organizations/*/mailboxes/*': (request: TestRequest): TestAnswer => {
      sent.push(request.json())
      return refuse(422, 'validation_failed', [
        { field: 'outgoing.auth', message: 'The outgoing.auth field is required, as the stored password is another’s' },
      ])
    },
  }
  await open([mailbox], handlers)
  await click('Change crew@boats.example')
  const form = await dialog('Change crew@boats.example')
  expect(form.getByText('Leave it empty to keep the one that is stored.')).toBeTruthy()
  await type(form, 'Host', 'smtp.other.example')
  await click('Save', form)
  expect(await form.findByText('Is required.')).toBeTruthy()
  expect(sent).toEqual([])
  await type(form, 'Host', 'smtp.boats.example')
  await click('Save', form)
  expect(await form.findByText('Is required, as the stored password is another’s.')).toBeTruthy()
  const { auth, ...account } = mailbox.outgoing
  expect(sent).toMatchObject([{ outgoing: account }])
  expect(sent[0]).not.toHaveProperty('outgoing.auth')
})

it('follows the usual port of the encryption, but leaves another alone', async () => {
  await open([mailbox])
  await click('Change crew@boats.example')
  const form = await dialog('Change crew@boats.example')
  const port = form.getByLabelText<HTMLInputElement>('Port')
  await type(form, 'Encryption', 'starttls')
  expect(port.value).toBe('587')
  await type(form, 'Port', '2525')
  await type(form, 'Encryption', 'tls')
  expect(port.value).toBe('2525')
})

it('tests how it sends before it is added, and shows what came of it until that is changed', async () => {
  const sent: Record<string, unknown>[] = []
  const incoming = { ok: true, code: null, message: null, folders: [] }
  const message = 'smtp.boats.example refused user and password of crew.'
  const results = [
    { ok: false, code: 'login_failed', message },
    { ok: true, code: null, message: null },
  ]
  await open([], {
    'POST /api/v1/organizations/*/mailboxes/test': (request) => {
      sent.push(request.json())
      return ok({ incoming, outgoing: results.shift() })
    },
  })
  await click('New mailbox')
  const form = await dialog('New mailbox')
  await click('Continue', form)
  expect(await form.findAllByText('Is required.')).toHaveLength(2)
  await type(form, 'Address', 'crew@boats.example')
  await type(form, 'Name', 'Boats & Co.')
  fireEvent.click(form.getByLabelText(/^Posted to a URL/))
  await click('Continue', form)
  fireEvent.click(await form.findByLabelText(/^A mail server of your own/))
  await type(form, 'Host', 'smtp.boats.example')
  await type(form, 'User', 'crew')
  await type(form, 'Password', 'wrong')
  await click('Continue', form)
  expect(await form.findByText(message)).toBeTruthy()
  await type(form, 'Password', 'right')
  expect(form.queryByText(message)).toBeNull()
  await click('Continue', form)
  expect(await form.findByText(/^Step 3 of 3/)).toBeTruthy()
  expect(sent).toMatchObject([
    { outgoing: { auth: { password: 'wrong' } } },
    { outgoing: { auth: { password: 'right' } } },
  ])
})

it('looks again whether one that fails can send', async () => {
  const { promise, resolve } = Promise.withResolvers<TestRequest>()
  const error = { code: 'login_failed', message: 'Refused.', since: '2026-01-01T00:00:00.000Z' }
  await open([{ ...mailbox, status: 'failing', error }], {
    'POST /api/v1/organizations/*/mailboxes/test': (request) => {
      resolve(request)
      const fine = { ok: true, code: null, message: null }
      return ok({ incoming: { ...fine, folders: [] }, outgoing: fine })
    },
  })
  await click('Test again crew@boats.example')
  expect((await promise).json()).toEqual({ id: mailbox.id })
  expect(await screen.findByText('crew@boats.example works again')).toBeTruthy()
})

it('sends two mails to one, and waits until they have come in', async () => {
  const started_at = new Date().toISOString()
  const expires_at = new Date(Date.now() + 60_000).toISOString()
  const sent = { status: 'sent', message: null }
  let answer: Record<string, unknown> | null = null
  await open([mailbox], {
    'GET /api/v1/organizations/*/mailboxes/*/verification': () => ok(answer),
    'POST /api/v1/organizations/*/mailboxes/*/verify': () => {
      answer = { started_at, expires_at, plain: sent, plus: { ...sent, status: 'sending' }, authserv_id: null }
      return ok(answer, 202)
    },
  })
  await click('Verify crew@boats.example')
  const shown = await dialog('Verify crew@boats.example')
  await click('Send the mails', shown)
  expect(await shown.findByText('It was sent, and has not come in yet.')).toBeTruthy()
  expect(shown.getByText('It is being sent.')).toBeTruthy()
  const arrived = { status: 'arrived', message: null }
  const refused = { status: 'refused', message: 'No such user.' }
  answer = { started_at, expires_at, plain: arrived, plus: refused, authserv_id: 'mx.boats.example' }
  expect(await shown.findByText('It arrives.', {}, { timeout: 5_000 })).toBeTruthy()
  expect(shown.getByText('It was not sent. No such user.')).toBeTruthy()
  expect(shown.getByText(/checked by mx\.boats\.example/)).toBeTruthy()
})

it('says how each mailbox fares', async () => {
  const message = 'The mail server refuses the password. Make an app password and enter it here.'
  const error = { code: 'login_failed', message, since: '2026-01-01T00:00:00.000Z' }
  await open([
    mailbox,
    { ...mailbox, id: 'b', address: 'new@boats.example', status: 'unverified', received_at: null, outgoing: null },
    { ...mailbox, id: 'c', address: 'old@boats.example', status: 'failing', error, ai: 'silent' },
  ])
  await screen.findByRole('heading', { name: mailbox.address })
  const [fine, fresh, failing] = within(screen.getByRole('list', { name: 'Mailboxes' })).getAllByRole('listitem')
  await waitFor(() => expect(fine?.textContent).toContain('Help desk'))
  expect(fine?.textContent).toMatch(
    /Connected.*Boats & Co\..*The AI answers.*1 alias.*Last sent: never.*smtp\.boats\.ex/,
  )
  expect(fresh?.textContent).toMatch(/No mail has come yet.*Last received: never.*this installation’s mail server/)
  expect(failing?.textContent).toMatch(/Failing.*People answer/)
  expect(failing?.textContent).toContain(message)
})

it('pauses one, and renews its URL after a question', async () => {
  const { promise, resolve } = Promise.withResolvers<TestRequest>()
  await open([mailbox], {
    'PATCH /api/v1/organizations/*/mailboxes/*': (request) => {
      resolve(request)
      return ok({ ...mailbox, is_paused: true, status: 'paused' })
    },
    'POST /api/v1/organizations/*/mailboxes/*/inbound-url': () => ok({ inbound_url: URL_ONCE }, 201),
  })
  await click('Pause crew@boats.example')
  expect((await promise).json()).toEqual({ is_paused: true })
  await click('New inbound URL for crew@boats.example')
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/The former one ends at once/)).toBeTruthy()
  await click('Make a new URL', question)
  await click('Reveal', await dialog('Store the inbound URL'))
  expect(screen.getByText(URL_ONCE)).toBeTruthy()
})

it('shows responders the list alone', async () => {
  const session = { ...testSession, organizations: [{ ...testSession.organizations[0]!, role: 'responder' }] }
  await open([{ ...mailbox, incoming: null, outgoing: null }], {
    'GET /api/v1/start': () =>
      ok({ needs_setup: false, session, event_marks: {}, own_settings: {}, sends_mail: false }),
    'GET /api/v1/session': () => ok(session),
  })
  const line = await screen.findByRole('heading', { name: 'crew@boats.example' })
  expect(line.closest('li')?.textContent).not.toContain('Sends by')
  expect(screen.queryByRole('button', { name: /crew@boats\.example|New mailbox/ })).toBeNull()
})

const COMPANIES = { 'GET /api/v1/organizations/*/mailboxes/oauth': () => ok(['google']) }

it('is signed in to at its provider, and goes on where it was left', async () => {
  const { promise, resolve } = Promise.withResolvers<TestRequest>()
  const asked: unknown[] = []
  vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  await open([], {
    ...COMPANIES,
    'POST /api/v1/organizations/*/mailboxes/oauth': ({ json }) => {
      asked.push(json())
      return ok({ url: 'https://accounts.example/consent' }, 201)
    },
  })
  await click('New mailbox')
  const form = await dialog('New mailbox')
  await type(form, 'Address', 'crew@gmail.com')
  await type(form, 'Name', 'Boats & Co.')
  await click('Continue', form)
  await type(form, /^Password/, 'typed-before')
  await click('Sign in with Google', form)
  await waitFor(() => expect(window.location.assign).toHaveBeenCalledWith('https://accounts.example/consent'))
  expect(asked).toEqual([{ provider: 'google' }])
  expect(JSON.stringify({ ...sessionStorage })).toContain('crew@gmail.com')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('typed-before')
  cleanup()

  await renderRoute('/settings/mailboxes/new?grant=0199c0de-0000-7000-8000-0000000000c1', {
    ...COMPANIES,
    'GET /v1/organizations/*/agents': () => page(agents),
    'GET /api/v1/organizations/*/mailboxes': () => ok([]),
    'POST /api/v1/organizations/*/mailboxes/test': (request) => {
      resolve(request)
      return ok({ incoming: { ok: true, code: null, message: null, folders: ['INBOX'] }, outgoing: WORKS })
    },
  })
  const back = await dialog('New mailbox')
  expect(await back.findByText(/You signed in with Google/)).toBeTruthy()
  expect(back.queryByLabelText(/^Password/)).toBeNull()
  await click('Continue', back)
  const auth = { type: 'oauth', grant: '0199c0de-0000-7000-8000-0000000000c1' }
  expect((await promise).json()).toMatchObject({
    address: 'crew@gmail.com',
    incoming: { host: 'imap.gmail.com', user: 'crew@gmail.com', auth },
    outgoing: { host: 'smtp.gmail.com', auth },
  })
  expect(await back.findByText(/^Step 3 of 3/)).toBeTruthy()
})

const WORKS = { ok: true, code: null, message: null }

it('says why nobody was signed in', async () => {
  await renderRoute('/settings/mailboxes/new?refused=denied', {
    ...COMPANIES,
    'GET /v1/organizations/*/agents': () => page(agents),
    'GET /api/v1/organizations/*/mailboxes': () => ok([]),
  })
  const form = await dialog('New mailbox')
  expect(form.getByText('Nobody was signed in: it was refused there.')).toBeTruthy()
})

it('is signed in to again where its provider has ended access', async () => {
  const { promise, resolve } = Promise.withResolvers<TestRequest>()
  vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const google = { type: 'oauth', provider: 'google' }
  const ended = {
    ...mailbox,
    incoming: { ...mailbox.outgoing, type: 'imap', folder: 'INBOX', auth: google },
    outgoing: { ...mailbox.outgoing, auth: google },
    status: 'failing',
    error: { code: 'oauth_revoked', message: 'Access has ended.', since: '2026-01-02T00:00:00.000Z' },
  }
  const handlers: Handlers = {
    ...COMPANIES,
    'GET /api/v1/organizations/*/mailboxes/*/unfetched': () => ok([]),
    'POST /api/v1/organizations/*/mailboxes/oauth': () => ok({ url: 'https://accounts.example/consent' }, 201),
    'PATCH /api/v1/organizations/*/mailboxes/*': (request) => {
      resolve(request)
      return ok({ ...ended, status: 'connecting', error: null })
    },
  }
  await open([ended], handlers)
  const button = await screen.findByRole('button', { name: /^Sign in with Google again/ })
  await act(async () => void fireEvent.click(button))
  await waitFor(() => expect(window.location.assign).toHaveBeenCalled())
  cleanup()
  const { router } = await renderRoute('/settings/mailboxes/new?grant=0199c0de-0000-7000-8000-0000000000c1', {
    'GET /v1/organizations/*/agents': () => page(agents),
    'GET /api/v1/organizations/*/mailboxes': () => ok([ended]),
    ...handlers,
  })
  const auth = { type: 'oauth', grant: '0199c0de-0000-7000-8000-0000000000c1' }
  expect((await promise).json()).toMatchObject({ incoming: { auth }, outgoing: { auth } })
  await waitFor(() => expect(router.state.location.href).toBe('/settings/mailboxes'))
})
