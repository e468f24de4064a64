import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { agent, beforeInboxTests, openConversation } from '#dashboard/features/inbox/testing/inbox-server.ts'
import { testOrganization, testSession } from '#dashboard/testing/render-route.tsx'
import { ok, page } from '#dashboard/testing/test-server.ts'

beforeInboxTests()

it.each([
  ['owner', 1],
  ['responder', 0],
] as const)('leads to the settings of a disabled agent only whom their role lets in: %s', async (role, links) => {
  const session = { ...testSession, organizations: [{ ...testOrganization, role }] }
  await openConversation({
    'GET /api/v1/start': () => ok({ needs_setup: false, session, event_marks: {}, own_settings: {} }),
    'GET /api/v1/session': () => ok(session),
    'GET /v1/organizations/*/agents': () => page([{ ...agent, is_disabled: true }]),
  })
  expect(await screen.findByText('This agent is disabled, so nobody can reply')).toBeTruthy()
  expect(screen.queryAllByRole('link', { name: 'Agent settings' })).toHaveLength(links)
})
