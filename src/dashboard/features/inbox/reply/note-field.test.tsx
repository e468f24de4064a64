import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sessionOptions } from '#dashboard/api/session.ts'
import { createQueryClient } from '#dashboard/query-client.ts'
import { testSession } from '#dashboard/testing/render-route.tsx'
import { type Handlers, ok, startTestServer } from '#dashboard/testing/test-server.ts'
import { minute, sampleMessages, samplePart } from '../testing/samples.ts'
import { readThread, threadQuery } from '../thread/query.ts'
import { editedNote } from './edited-note.ts'
import { NoteField } from './note-field.tsx'

const ids = { agentId: 'a', conversationId: 'c' }
const edited = { ...ids, id: 'n', content: 'Called her.', mentions: [] }

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  editedNote.set(undefined)
})

async function write(note: typeof edited | undefined, handlers: Handlers = {}) {
  await startTestServer({
    'GET /api/v1/organizations/*/members': () => ok([{ user_id: 'u', name: 'Ben' }]),
    ...handlers,
  })
  const client = createQueryClient()
  client.setQueryData(sessionOptions.queryKey, testSession as never)
  const onDone = vi.fn()
  const ref = createRef<HTMLTextAreaElement>()
  const change = (note: typeof edited | undefined) => {
    if (note) editedNote.set(note)
    return render(
      <QueryClientProvider client={client}>
        <NoteField ids={ids} edited={note} field={ref} onDone={onDone} />
      </QueryClientProvider>,
    )
  }
  const open = () => change(note)
  const shown = open()
  return { client, field: screen.getByRole<HTMLTextAreaElement>('textbox'), onDone, open, change, leave: shown.unmount }
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const theField = () => screen.getByRole<HTMLTextAreaElement>('textbox')
const isAdding = () => screen.getByRole('button', { name: 'Add the note' }).getAttribute('aria-busy') === 'true'

/** Begins to add a note, and opens its field anew before the server has answered, which `answer` makes it do. */
async function reopen() {
  const answer = Promise.withResolvers<void>()
  let asked = 0
  const opened = await write(undefined, {
    'POST /api/v1/agents/*/conversations/*/notes': async () => {
      asked += 1
      await answer.promise
      return ok({}, 201)
    },
  })
  type(opened.field, 'Called her.')
  fireEvent.keyDown(opened.field, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(asked).toBe(1))
  opened.leave()
  return { ...opened, again: opened.open(), answer: answer.resolve, asked: () => asked }
}

it('keeps what is written while a note is being added', async () => {
  let served = false
  const { field, onDone } = await write(undefined, {
    'POST /api/v1/agents/*/conversations/*/notes': () => {
      type(field, 'Called her. No answer.')
      served = true
      return ok({}, 201)
    },
  })
  type(field, 'Called her.')
  fireEvent.click(screen.getByRole('button', { name: 'Add the note' }))
  await waitFor(() => expect(served).toBe(true))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add the note' }).getAttribute('aria-busy')).toBeNull())
  expect(field.value).toBe('Called her. No answer.')
  expect(onDone).not.toHaveBeenCalled()
})

it('is cleared and done once it is added', async () => {
  const { field, onDone } = await write(undefined, {
    'POST /api/v1/agents/*/conversations/*/notes': () => ok({}, 201),
  })
  type(field, 'Called her. ')
  fireEvent.click(screen.getByRole('button', { name: 'Add the note' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(localStorage.getItem('baton.draft.c note')).toBeNull()
})

it('is added once, and cleared, if its field was left and opened again meanwhile', async () => {
  const { onDone, answer, asked } = await reopen()
  expect(theField().value).toBe('Called her.')
  expect(isAdding()).toBe(true)
  fireEvent.keyDown(theField(), { key: 'Enter', ctrlKey: true })
  answer()
  await waitFor(() => expect(isAdding()).toBe(false))
  expect(asked()).toBe(1)
  expect(onDone).toHaveBeenCalledOnce()
  expect(theField().value).toBe('')
  expect(localStorage.getItem('baton.draft.c note')).toBeNull()
})

it('keeps what is written in a field that was left and opened again while the note is being added', async () => {
  const { onDone, answer, again, open } = await reopen()
  type(theField(), 'Called her. No answer.')
  answer()
  await waitFor(() => expect(isAdding()).toBe(false))
  expect(onDone).not.toHaveBeenCalled()
  again.unmount()
  open()
  expect(theField().value).toBe('Called her. No answer.')
})

it('leaves nothing behind if its field was left before it was added', async () => {
  const { onDone, answer, again, client, open } = await reopen()
  again.unmount()
  answer()
  await waitFor(() => expect(client.isMutating()).toBe(0))
  expect(onDone).not.toHaveBeenCalled()
  open()
  expect(theField().value).toBe('')
})

it('leaves the change of another note open when it is added', async () => {
  const { onDone, answer, again, client, change } = await reopen()
  again.unmount()
  change(edited)
  answer()
  await waitFor(() => expect(client.isMutating()).toBe(0))
  expect(onDone).not.toHaveBeenCalled()
  expect(editedNote.get()).toBe(edited)
})

it('shows the changed note in the thread, also where that is too old to be fetched again', async () => {
  const entry = { id: 'n', position: '2.1', created_at: minute(2), author: { type: 'member' as const } }
  const note = (content: string) => ({ content, mentions: [], edited_at: null })
  const { field, client, onDone } = await write(edited, {
    'PATCH /api/v1/agents/*/conversations/*/notes/n': () => ok({ ...entry, type: 'note', note: note('Called twice.') }),
  })
  const known = { ...entry, type: 'note' as const, note: note(edited.content), behind: 2 }
  client.setQueryData(threadQuery(ids).queryKey, samplePart(sampleMessages(1, 300), { entries: [known] }))
  type(field, 'Called twice.')
  fireEvent.click(screen.getByRole('button', { name: 'Save the note' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(readThread(client, ids)?.entries[0]?.note?.content).toBe('Called twice.')
})

it('keeps a changed note that is left, and not one that is cancelled', async () => {
  const { field, onDone, open, leave } = await write(edited)
  expect(field.value).toBe('Called her.')
  type(field, 'Called her twice.')
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(onDone).toHaveBeenCalledOnce()
  leave()
  const again = open()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Called her twice.')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  again.unmount()
  open()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Called her.')
})

it('closes the list of names with the first Escape, and none while a word is composed', async () => {
  const { field, onDone } = await write(edited)
  type(field, 'Ask @b')
  fireEvent.select(field, { target: { selectionStart: 6 } })
  await screen.findByRole('listbox')
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true })
  expect(screen.queryByRole('listbox')).toBeTruthy()
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(onDone).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(onDone).toHaveBeenCalledOnce()
})

it('mentions the one who was picked of two who are called alike', async () => {
  let mentions: unknown
  const { client, field } = await write(undefined, {
    'GET /api/v1/organizations/*/members': () =>
      ok(['sales', 'support'].map((user_id) => ({ user_id, name: 'Ann', email: `${user_id}@example.com` }))),
    'POST /api/v1/agents/*/conversations/*/notes': (request) => {
      mentions = request.json().mentions
      return ok({}, 201)
    },
  })
  await waitFor(() => expect(client.isFetching()).toBe(0)) // the members are there
  type(field, '@An')
  fireEvent.mouseDown(await screen.findByText('Ann (support@example.com)'))
  await waitFor(() => expect(field.value).toBe('@Ann '))
  fireEvent.click(screen.getByRole('button', { name: 'Add the note' }))
  await waitFor(() => expect(mentions).toEqual(['support']))
})
