import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { sessionOptions } from '#dashboard/api/session.ts'
import { createQueryClient } from '#dashboard/query-client.ts'
import { testSession } from '#dashboard/testing/render-route.tsx'
import { ok, startTestServer } from '#dashboard/testing/test-server.ts'
import { PlanReview } from './plan-review.tsx'
import type { Plan, Site } from './site-search.ts'

afterEach(cleanup)

it('keeps what is typed into its search while the address follows', async () => {
  const found = { url: 'https://example.com/help', title: 'Help', change: 'added', state: 'proposed' }
  const pages = [{ ...found, id: 'p', difference: { added: 1, removed: 0 } }]
  await startTestServer({ 'GET /api/v1/organizations/*/sites/*/plans/*/pages': () => ok(pages) })
  const client = createQueryClient()
  client.setQueryData(sessionOptions.queryKey, testSession as never)
  const plan = { id: 'plan', asks: [], counts: { added: 1, changed: 0, gone: 0, unchanged: 0 } } as unknown as Plan
  const site = { id: 'site', exclude: [], include: [] } as unknown as Site
  const onChange = vi.fn()
  render(
    <QueryClientProvider client={client}>
      <PlanReview site={site} plan={plan} agentName="Front desk" search={{}} onChange={onChange} />
    </QueryClientProvider>,
  )
  const field = await screen.findByLabelText<HTMLInputElement>(/^Search, or a pattern/)
  fireEvent.change(field, { target: { value: '/help/ ' } })
  expect(field.value).toBe('/help/ ')
  await waitFor(() => expect(onChange).toHaveBeenCalledExactlyOnceWith({ find: '/help/' }))
})
