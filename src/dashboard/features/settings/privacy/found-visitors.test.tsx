import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { type Session, sessionOptions } from '#dashboard/api/session.ts'
import { createQueryClient } from '#dashboard/query-client.ts'
import { testSession } from '#dashboard/testing/render-route.tsx'
import { type Handlers, ok, page, startTestServer } from '#dashboard/testing/test-server.ts'
import { FoundVisitors } from './found-visitors.tsx'

afterEach(cleanup)

async function find(count: number, handlers: Handlers = {}) {
  await startTestServer({ 'GET /v1/organizations/*/agents': () => page([]), ...handlers })
  const visitors = Array.from({ length: count }, (_, at) => ({
    agent_id: 'a',
    chat_user_id: `visitor ${at}`,
    identity_verified: false,
    conversations: 1,
  }))
  const client = createQueryClient()
  client.setQueryData(sessionOptions.queryKey, testSession as Session)
  render(
    <QueryClientProvider client={client}>
      <FoundVisitors visitors={visitors} onErased={() => {}} />
    </QueryClientProvider>,
  )
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

it('offers no file of other visitors than those that are chosen', async () => {
  await find(2, {
    'POST /api/v1/organizations/*/visitors/export': () => ok({ id: 'j', status: 'pending' }, 202),
    'GET /api/v1/organizations/*/visitors/jobs/j': () =>
      ok({ id: 'j', kind: 'export', status: 'done', url: 'https://example.com/exports/j' }),
  })
  fireEvent.click(button('Export'))
  expect(await screen.findByRole('link', { name: 'Download' })).toBeTruthy()
  fireEvent.click(screen.getByLabelText(/visitor 1/))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Download' })).toBeNull())
})

it('chooses as many as one request takes, and says so', async () => {
  await find(101)
  expect(screen.getByText(/^100 of 101 are chosen/)).toBeTruthy()
  expect([button('Export').disabled, button('Erase').disabled]).toEqual([false, false])
  fireEvent.click(screen.getByLabelText(/visitor 100/))
  expect([button('Export').disabled, button('Erase').disabled]).toEqual([true, true])
})
