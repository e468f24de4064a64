import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type LinkProps,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { RouteTabs } from './route-tabs.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const tabs = ['Sources', 'Gaps', 'Checks'].map((label) => ({
  label,
  link: { to: `/${label.toLowerCase()}` } as LinkProps,
}))

async function openAt(path: string) {
  const root = createRootRoute({ component: () => <RouteTabs label="Agent" tabs={tabs} /> })
  const routes = tabs.map(({ link }) => createRoute({ getParentRoute: () => root, path: String(link.to) }))
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({ routeTree: root.addChildren(routes), history })
  render(<RouterProvider router={router as never} />)
  return { history, row: await screen.findByRole('navigation', { name: 'Agent' }) }
}

it('brings the active tab into view, at first and whenever another one is opened', async () => {
  const shown: [string | null, unknown][] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element, how) {
    shown.push([this.textContent, how])
  })
  const { history } = await openAt('/checks')
  const how = { inline: 'nearest', block: 'nearest' }
  expect(shown).toEqual([['Checks', how]])
  await act(async () => history.push('/gaps'))
  await expect.poll(() => shown.at(-1)).toEqual(['Gaps', how])
})

it('notes at which edges tabs are out of view', async () => {
  const { row } = await openAt('/gaps')
  vi.spyOn(row, 'clientWidth', 'get').mockReturnValue(300)
  vi.spyOn(row, 'scrollWidth', 'get').mockReturnValue(700)
  const cutAt = (left: number) => {
    row.scrollLeft = left
    fireEvent.scroll(row)
    return row.dataset.cut
  }
  expect([cutAt(0), cutAt(200), cutAt(400)]).toEqual(['end', 'start end', 'start'])
})
