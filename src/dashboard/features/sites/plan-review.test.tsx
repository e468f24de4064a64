import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { sessionOptions } from '#dashboard/api/session.ts'
import { standing } from '#dashboard/lib/standing.ts'
import { createQueryClient } from '#dashboard/query-client.ts'
import { testSession } from '#dashboard/testing/render-route.tsx'
import { type Handlers, ok, startTestServer } from '#dashboard/testing/test-server.ts'
import { PlanReview } from './plan-review.tsx'
import type { Plan, Site, SiteSearch } from './site-search.ts'

const known = standing.get()
afterEach(() => {
  cleanup()
  standing.set(known)
})

async function openReview(paths = ['/help'], first: SiteSearch = {}, handlers: Handlers = {}) {
  const pages = paths.map((path) => ({
    ...{ id: path, url: `https://example.com${path}`, title: 'Help', change: 'added', state: 'proposed' },
    difference: { added: 1, removed: 0 },
  }))
  await startTestServer({ 'GET /api/v1/organizations/*/sites/*/plans/*/pages': () => ok(pages), ...handlers })
  const client = createQueryClient()
  client.setQueryData(sessionOptions.queryKey, testSession as never)
  const counts = { added: paths.length, changed: 0, gone: 0, unchanged: 0 }
  const plan = { id: 'plan', asks: [], counts } as unknown as Plan
  const site = { id: 'site', exclude: [], include: [] } as unknown as Site
  const onChange = vi.fn()
  const review = (search: SiteSearch) => (
    <QueryClientProvider client={client}>
      <PlanReview site={site} plan={plan} agentName="Front desk" search={search} onChange={onChange} />
    </QueryClientProvider>
  )
  const { rerender } = render(review(first))
  return { onChange, show: (search: SiteSearch) => rerender(review(search)) }
}

it('keeps what is typed into its search while the address follows', async () => {
  const { onChange } = await openReview()
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

it('leaves out the pages that were shown when it was asked to, whatever is shown by then', async () => {
  const answer = Promise.withResolvers<void>()
  let asked: unknown
  const { show } = await openReview(
    ['/help', '/shop'],
    { find: '/help/**' },
    {
      'PATCH /api/v1/organizations/*/sites/*': async ({ json }) => {
        asked = json()
        await answer.promise
        return ok({})
      },
    },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Leave out from now on' }))
  await waitFor(() => expect(asked).toEqual({ exclude: ['/help/**'] }))
  show({})
  await screen.findByRole('button', { name: 'Choose none' })
  answer.resolve()
  expect(await screen.findByText('1 of 2 changes chosen')).toBeTruthy()
})
