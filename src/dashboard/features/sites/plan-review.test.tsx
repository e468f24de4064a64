import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { sessionOptions } from '#dashboard/api/session.ts'
import { standing } from '#dashboard/lib/standing.ts'
import { createQueryClient } from '#dashboard/query-client.ts'
import { testSession } from '#dashboard/testing/render-route.tsx'
import { ok, startTestServer } from '#dashboard/testing/test-server.ts'
import { PlanReview } from './plan-review.tsx'
import type { Plan, Site } from './site-search.ts'

const known = standing.get()
afterEach(() => {
  cleanup()
  standing.set(known)
})

async function openReview() {
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
  return onChange
}

it('keeps what is typed into its search while the address follows', async () => {
  const onChange = await openReview()
  const field = await screen.findByLabelText<HTMLInputElement>(/^Search, or a pattern/)
  fireEvent.change(field, { target: { value: '/help/ ' } })
  expect(field.value).toBe('/help/ ')
  await waitFor(() => expect(onChange).toHaveBeenCalledExactlyOnceWith({ find: '/help/' }))
})

it('lets a responder look at the pages, and choose none of them', async () => {
  standing.set({ ...known, role: 'responder' })
  await openReview()
  const tree = await screen.findByRole('tree', { name: 'Pages' })
  expect(screen.getByText('An owner or admin decides what is learnt.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Choose/ })).toBeNull()
  expect(screen.queryByText(/chooses/)).toBeNull()
  expect(tree.getAttribute('aria-multiselectable')).toBeNull()
  for (const row of screen.queryAllByRole('treeitem')) expect(row.getAttribute('aria-checked')).toBeNull()
})
