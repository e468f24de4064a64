import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { sessionOptions } from '#dashboard/api/session.ts'
import { createQueryClient } from '#dashboard/query-client.ts'
import { testSession, testUser } from '#dashboard/testing/render-route.tsx'
import { startTestServer } from '#dashboard/testing/test-server.ts'
import { minute, sampleMessages, samplePart } from '../testing/samples.ts'
import type { ThreadEntry } from './messages.ts'
import { NoteActions } from './note-actions.tsx'
import { readThread, threadQuery } from './query.ts'

const ids = { agentId: 'a', conversationId: 'c' }
const entry: ThreadEntry = {
  ...{ id: 'n', type: 'note', position: '2.1', behind: 2, created_at: minute(2) },
  author: { type: 'member', id: testUser.id, name: testUser.name },
  note: { content: 'Called her.', mentions: [], edited_at: null },
}

afterEach(cleanup)

it('shows at once that a note was deleted, also where that is too old to be fetched again', async () => {
  await startTestServer({ 'DELETE /api/v1/agents/*/conversations/*/notes/n': () => ({ status: 204 }) })
  const client = createQueryClient()
  client.setQueryData(sessionOptions.queryKey, testSession as never)
  client.setQueryData(threadQuery(ids).queryKey, samplePart(sampleMessages(1, 300), { entries: [entry] }))
  render(
    <QueryClientProvider client={client}>
      <NoteActions ids={ids} entry={entry} reader={testUser.id} />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Delete the note' }))
  await waitFor(() => expect(readThread(client, ids)?.entries[0]?.event?.type).toBe('note_deleted'))
})
