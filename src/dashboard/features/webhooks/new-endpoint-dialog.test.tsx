import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetToken } from '#dashboard/api/session-token.ts'
import { createQueryClient } from '#dashboard/query-client.ts'
import { createAppRouter } from '#dashboard/router.ts'
import { NewEndpointDialog } from './new-endpoint-dialog.tsx'

const SECRET = 'whsec_c2VjcmV0LXRoYXQtbXVzdC1ub3QtYmUtbGVmdC1iZWhpbmQ='
const AGENT = '018f0000-0000-7000-8000-0000000000a1'

const answer = (data: unknown, status = 201) =>
  new Response(JSON.stringify({ data, meta: { request_id: AGENT } }), { status })

let held: Promise<void> | undefined

beforeEach(() => {
  held = undefined
  forgetToken()
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === '/api/v1/session/token') return answer({ token: 'bearer', expires_at: '2999-01-01T00:00:00.000Z' })
    if (url === `/v1/agents/${AGENT}/webhook-endpoints`) {
      await held
      return answer({
        id: AGENT,
        url: 'https://example.com/hook',
        events: ['public_api_human_handoff'],
        is_active: true,
        created_at: '2026-01-01T00:00:00.000Z',
        secret: SECRET,
      })
    }
    throw new Error(`Unexpected request: ${url}`)
  })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Renders the dialog as its page does, removing it once it closes. */
function Page() {
  const [open, setOpen] = useState(true)
  return open ? <NewEndpointDialog agentId={AGENT} onClose={() => setOpen(false)} /> : <p>Closed</p>
}

function Around({ client = createQueryClient(), children }: { client?: QueryClient; children: ReactNode }) {
  const [router] = useState(() => createAppRouter(client, createMemoryHistory()))
  return (
    <QueryClientProvider client={client}>
      <RouterContextProvider router={router}>{children}</RouterContextProvider>
    </QueryClientProvider>
  )
}

function everythingKept(client: ReturnType<typeof createQueryClient>): string {
  const queries = client
    .getQueryCache()
    .getAll()
    .map(({ state, queryKey }) => ({ state, queryKey }))
  const mutations = client
    .getMutationCache()
    .getAll()
    .map(({ state, options }) => ({ state, options }))
  return (
    JSON.stringify([queries, mutations, { ...localStorage }, { ...sessionStorage }]) +
    document.documentElement.outerHTML
  )
}

async function createEndpoint() {
  const client = createQueryClient()
  render(
    <Around client={client}>
      <Page />
    </Around>,
  )
  fireEvent.change(screen.getByLabelText('URL'), { target: { value: 'https://example.com/hook' } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Create endpoint' })))
  if (!held) await screen.findByRole('heading', { name: 'Store the signing secret' })
  return client
}

it('says what closing would lose while the endpoint is being created, and shows the secret as it comes', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  await createEndpoint()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Cancel' })))
  expect((await screen.findByRole('alertdialog')).textContent).toContain('Its signing secret would be lost')
  resolve()
  expect(await screen.findByRole('heading', { name: 'Store the signing secret' })).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('shows the secret only when asked to, and leaves nothing of it behind', async () => {
  const client = await createEndpoint()
  expect(everythingKept(client)).not.toContain(SECRET)
  fireEvent.click(screen.getByRole('button', { name: 'Reveal' }))
  expect(screen.getByText(SECRET)).toBeTruthy()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'I have stored it' })))
  await screen.findByText('Closed')
  expect(everythingKept(client)).not.toContain(SECRET)
})

it('closes only on the word that it is stored', async () => {
  await createEndpoint()
  await act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }))
  expect(screen.queryByText('Closed')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
})

it('sends nothing while the URL can’t be one', async () => {
  render(
    <Around>
      <Page />
    </Around>,
  )
  fireEvent.change(screen.getByLabelText('URL'), { target: { value: 'nonsense' } })
  expect(await screen.findByText('Must be a valid URL.')).toBeTruthy()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Create endpoint' })))
  expect(screen.queryByText('Store the signing secret')).toBeNull()
})

it('asks before it throws away what was written, and only then', async () => {
  const page = () => (
    <Around>
      <Page />
    </Around>
  )
  render(page())
  fireEvent.change(screen.getByLabelText('URL'), { target: { value: 'https://example.com/hook' } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Cancel' })))
  expect(await screen.findByText('The endpoint is not created yet.')).toBeTruthy()
  cleanup()
  render(page())
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Cancel' })))
  expect(screen.getByText('Closed')).toBeTruthy()
})
