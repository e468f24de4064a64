import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { sampleAgent } from '#dashboard/testing/sample-agent.ts'
import { type Handlers, ok, page, refuse } from '#dashboard/testing/test-server.ts'

const AGENT = '0199c0de-0000-7000-8000-0000000000a1'
const SOURCE = '0199c0de-0000-7000-8000-0000000000b1'
const at = '2026-01-01T00:00:00.000Z'
const source = {
  id: SOURCE,
  type: 'qa',
  title: 'Dogs',
  status: 'completed',
  is_draft: false,
  task_id: 'training',
  created_at: at,
  updated_at: at,
  url: null,
  progress: 100,
  error: null,
}
const open = (content: () => ReturnType<typeof ok>, others: Handlers = {}) =>
  renderRoute(`/agents/${AGENT}/knowledge/sources?source=${SOURCE}`, {
    'GET /v1/agents/*': () => ok({ ...sampleAgent, id: AGENT }),
    'GET /api/v1/agents/*/sources': () => page([source]),
    'GET /api/v1/agents/*/sources/*': () => ok(source),
    'GET /api/v1/agents/*/sources/*/content': content,
    'GET /api/v1/agents/*/drafts': () => ok([]),
    ...others,
  })

it('shows what the agent learnt from a source, and how often answers cite it', async () => {
  await open(() =>
    ok({
      type: 'qa',
      title: 'Dogs',
      version: 1,
      questions: [{ question: 'Are dogs allowed?', answer: 'Only on a leash.' }],
      passages: [{ text: 'Are dogs allowed? Only on a leash.' }],
      cited_90_days: 3,
      taught: null,
    }),
  )
  expect(await screen.findByText('Are dogs allowed?')).toBeTruthy()
  expect(screen.getByText('Only on a leash.')).toBeTruthy()
  expect(screen.getByText('1 passage, cited in 3 answers in the last 90 days.')).toBeTruthy()
})

it('says beside the text that it can’t be read, and leaves the rest of the panel as it is', async () => {
  await open(() => refuse(404, 'resource_not_found'))
  const region = await screen.findByRole('region', { name: 'What the agent learnt' })
  expect(await within(region).findByRole('alert')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Train again' })).toBeTruthy()
})

it.each(['completed', 'failed'])('is trained again, %s, with what was learnt answering until then', async (status) => {
  const asked: unknown[] = []
  await open(() => refuse(404, 'resource_not_found'), {
    'GET /api/v1/agents/*/sources/*': () => ok({ ...source, status, error: status === 'failed' ? 'Not found.' : null }),
    'POST /api/v1/agents/*/sources/bulk': ({ json }) => {
      asked.push(json())
      return ok({ id: 'bulk' }, 202)
    },
  })
  expect(await screen.findByText(/Until that is done, the agent answers as before\.$/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Train again' }))
  await waitFor(() => expect(asked).toEqual([{ ids: [source.id], do: 'retrain' }]))
})

it('says from where it was taught, and that the text before answers until this one is learnt', async () => {
  const gap = '0199c0de-0000-7000-8000-0000000000c1'
  const taught = { user_id: '0199c0de-0000-7000-8000-0000000000d1', from: { gap }, at }
  await open(() => ok({ ...text(2, 'It leaves at eight.'), taught }), {
    'GET /api/v1/agents/*/sources/*': () => ok({ ...source, status: 'failed', error: 'There is no readable text.' }),
  })
  const link = await screen.findByRole('link', { name: 'a gap' })
  const { pathname, searchParams } = new URL(link.getAttribute('href')!, 'http://localhost')
  expect([pathname, searchParams.get('gap')]).toEqual([`/agents/${AGENT}/knowledge/gaps`, gap])
  expect(screen.getByText('The agent answers from the text before until it has learnt this one.')).toBeTruthy()
})

const text = (version: number, content: string) => ({
  type: 'text',
  title: 'Ferry',
  version,
  content,
  passages: [{ text: content }],
  cited_90_days: 0,
  taught: null,
})
const CONTENT = 'PATCH /api/v1/agents/*/sources/*/content'

it('keeps what was written when somebody else was faster, and replaces theirs only when told to', async () => {
  const saved: Record<string, unknown>[] = []
  let now = text(1, 'It leaves at seven.')
  await open(() => ok(now), {
    [CONTENT]: ({ json }) => {
      const body = json()
      saved.push(body)
      if (body.version !== now.version) return refuse(409, 'source_is_stale')
      now = text(3, String(body.content))
      return ok(now)
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const field = await screen.findByRole('textbox', { name: /^Text/ })
  fireEvent.change(field, { target: { value: 'It leaves at eight.' } })
  now = text(2, 'It leaves at nine.')
  fireEvent.click(screen.getByRole('button', { name: 'Save and train' }))
  const notice = await screen.findByText('Somebody else changed this meanwhile.')
  expect(notice).toBeTruthy()
  const change = await screen.findByRole('list', { name: 'What saving yours would change' })
  expect(
    within(change)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['−Removed: It leaves at nine.', '+Added: It leaves at eight.'])
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Text/ }).value).toBe('It leaves at eight.')
  fireEvent.click(screen.getByRole('button', { name: 'Replace theirs' }))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /^Text/ })).toBeNull())
  expect(saved).toEqual([
    { version: 1, content: 'It leaves at eight.' },
    { version: 2, content: 'It leaves at eight.' },
  ])
})

it('says no more that somebody else was faster once theirs is taken', async () => {
  let now = text(1, 'It leaves at seven.')
  await open(() => ok(now), { [CONTENT]: () => refuse(409, 'source_is_stale') })
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  fireEvent.change(await screen.findByRole('textbox', { name: /^Text/ }), { target: { value: 'It leaves at eight.' } })
  now = text(2, 'It leaves at nine.')
  fireEvent.click(screen.getByRole('button', { name: 'Save and train' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Take theirs instead' }))
  await waitFor(() => expect(screen.queryByText('Somebody else changed this meanwhile.')).toBeNull())
  expect(screen.queryByText('message of source_is_stale')).toBeNull()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Text/ }).value).toBe('It leaves at nine.')
})

it('says at the field what the server refuses', async () => {
  await open(() => ok(text(1, 'It leaves at seven.')), {
    [CONTENT]: () => refuse(422, 'validation_failed', [{ field: 'content', message: 'The content field is refused.' }]),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  fireEvent.change(await screen.findByRole('textbox', { name: /^Text/ }), { target: { value: 'It leaves at eight.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save and train' }))
  expect(await screen.findByText('Is refused.')).toBeTruthy()
  expect(screen.queryByText('Some of it can’t be accepted')).toBeNull()
})

it('asks before what was written is thrown away', async () => {
  await open(() => ok(text(1, 'It leaves at seven.')))
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  fireEvent.change(await screen.findByRole('textbox', { name: /^Text/ }), { target: { value: 'It leaves at eight.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('What you changed will be lost.')).toBeTruthy()
})

it('shows what each version changed, and restores one', async () => {
  const said = ['', 'It leaves at seven.', 'It leaves at nine.']
  const line = (version: number) => ({
    version,
    title: 'Ferry',
    size_bytes: 19,
    created_at: at,
    user_id: null,
    taught: null,
  })
  const restored: unknown[] = []
  await open(() => ok(text(2, said[2]!)), {
    'GET /api/v1/organizations/*/members': () => ok([]),
    'GET /api/v1/agents/*/sources/*/versions': () => ok([line(2), line(1)]),
    'GET /api/v1/agents/*/sources/*/versions/*': ({ path }) => {
      const version = Number(path.split('/').at(-1))
      return ok({ ...line(version), content: said[version] })
    },
    'POST /api/v1/agents/*/sources/*/versions/*/restore': ({ path, json }) => {
      restored.push([path.split('/').at(-2), json()])
      return ok(text(3, said[1]!))
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Versions' }))
  fireEvent.click(await screen.findByRole('button', { name: 'What changed: version 2' }))
  const change = await screen.findByRole('list', { name: 'What version 2 says' })
  expect(change.textContent).toContain('Removed: It leaves at seven.')
  expect(change.textContent).toContain('Added: It leaves at nine.')
  expect(screen.queryByRole('button', { name: 'Restore version 2' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Restore version 1' }))
  await waitFor(() => expect(restored).toEqual([['1', { version: 2 }]]))
})
