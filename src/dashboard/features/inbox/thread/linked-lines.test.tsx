import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ok } from '#dashboard/testing/test-server.ts'
import { beforeInboxTests, line, openConversation, thread } from '../testing/inbox-server.ts'
import { sampleMessage } from '../testing/samples.ts'

beforeInboxTests()

const eve = { id: 'eve', name: 'Eve', email: 'eve@e.example', identity_verified: false }
const linkedWith = (id: string, reason = 'other_sender') => ({
  [`GET /api/v1/agents/*/conversations/${id}/line`]: () => ok(line(id, 1, { chat_user: eve, subject: 'Hours' })),
  'GET /api/v1/agents/*/conversations/c1/line': () => ok(line('c1', 3, { chat_user: { ...eve, name: 'Kit' } })),
  'GET /api/v1/agents/*/conversations/c1/thread': () => thread([sampleMessage(1)], { linked: [{ id, reason }] }),
})

it('lets a sender into the conversation that theirs goes on from', async () => {
  let added: unknown
  await openConversation({
    ...linkedWith('c0'),
    'POST /api/v1/agents/*/conversations/c0/participants': ({ json }) => {
      added = json()
      return ok({ participants: [] })
    },
  })
  expect((await screen.findByRole('link', { name: 'Eve: Hours' })).parentElement?.textContent).toBe(
    'Goes on from Eve: Hours',
  )
  ;(await screen.findByRole('button', { name: 'Add to the conversation' })).click()
  await expect.poll(() => added).toEqual({ address: 'eve@e.example' })
})

it('names the address that wrote another conversation, and offers nothing there', async () => {
  await openConversation(linkedWith('c9'))
  expect((await screen.findByText(/^From another address:/)).textContent).toBe('From another address: eve@e.example')
  expect(screen.queryByRole('button', { name: 'Add to the conversation' })).toBeNull()
})
