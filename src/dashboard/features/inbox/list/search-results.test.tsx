import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { agentId, beforeInboxTests, conversation, inbox, line, visitor } from '../testing/inbox-server.ts'

beforeInboxTests()

it('is entered from the field with Enter, also where its results are known from before', async () => {
  await renderRoute('/inbox', {
    ...conversation(),
    'GET /api/v1/organizations/*/search': ({ query }) => {
      const name = `The ${query.get('q')}`
      return inbox([
        {
          ...{ conversation_id: 'c1', agent_id: agentId, position: '2.0', excerpt: name, marks: [] },
          line: line('c1', 3, { chat_user: { ...visitor, name } }),
        },
      ])
    },
  })
  const field = await screen.findByRole('searchbox')
  for (const words of ['dog', 'cat', 'dog']) {
    field.focus()
    fireEvent.change(field, { target: { value: words } })
    fireEvent.keyDown(field, { key: 'Enter' })
    const row = await screen.findByRole('link', { name: new RegExp(`The ${words}`) })
    await waitFor(() => expect(document.activeElement).toBe(row))
  }
})
