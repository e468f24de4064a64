import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { agent, agentId } from '#dashboard/features/inbox/testing/inbox-server.ts'
import { paletteShown } from '#dashboard/features/navigation/shown.ts'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { ok, page } from '#dashboard/testing/test-server.ts'

it.each([
  ['playground', 'Playground of Help desk', `/agents/${agentId}/playground`],
  ['invite', 'Invite somebody', '/settings/members'],
  ['new key', 'New API key', '/settings/api-keys'],
  ['close', 'Closed conversations', '/inbox'],
])('finds %j from any screen', async (typed, entry, path) => {
  const { router } = await renderRoute('/agents', {
    'GET /v1/organizations/*/agents': () => page([agent]),
    'GET /v1/agents/*': () => ok(agent),
    'GET /api/v1/agents/*/settings': () => ({ hang: true }),
    'GET /v1/agents/*/sources': () => page([]),
    'GET /api/v1/organizations/*/search': () => ok({ items: [], next_cursor: null }),
    'GET /api/v1/organizations/*/inbox': () => ok({ items: [], next_cursor: null }),
    'GET /api/v1/organizations/*/members': () => ok([]),
    'GET /api/v1/organizations/*/invitations': () => ok([]),
    'GET /api/v1/organizations/*/api-keys': () => ok([]),
  })
  await screen.findByRole('button', { name: /Test owner/ })
  paletteShown.set(true)
  fireEvent.change(await screen.findByRole('combobox'), { target: { value: typed } })
  fireEvent.click(await screen.findByRole('option', { name: entry }))
  await waitFor(() => expect(router.state.location.pathname).toBe(path))
})
