import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '#dashboard/query-client.ts'
import { startTestServer } from '#dashboard/testing/test-server.ts'
import { drafted, writeDraft } from '../reply/drafts.ts'
import { DeleteConversationDialog } from './delete-dialog.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
  drafted.set(new Set())
})

it('forgets everything that was written for the conversation, and nothing else', async () => {
  await startTestServer({ 'DELETE /v1/agents/a/conversations/c': () => ({ status: 204 }) })
  for (const place of ['c', 'c note', 'c note n', 'd', 'd note n']) writeDraft(place, { text: 'Hello', base: 0 })
  const onDeleted = vi.fn()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DeleteConversationDialog
        ids={{ agentId: 'a', conversationId: 'c' }}
        visitor="Ana"
        messageCount={2}
        open
        onOpenChange={() => {}}
        onDeleted={onDeleted}
      />
    </QueryClientProvider>,
  )
  const confirm = await screen.findByRole<HTMLButtonElement>('button', { name: 'Delete conversation' })
  await waitFor(() => expect(confirm.disabled).toBe(false))
  fireEvent.click(confirm)
  await waitFor(() => expect(onDeleted).toHaveBeenCalled())
  expect([...drafted.get()]).toEqual(['d', 'd note n'])
})
