import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ok, type TestAnswer } from '#dashboard/testing/test-server.ts'
import { openAddSource } from './add-source.fixture.ts'

it('keeps a form open that was opened after another whose sources are added only now', async () => {
  const coming = Promise.withResolvers<TestAnswer>()
  const { router } = await openAddSource('url', [], coming.promise)
  const dialog = within(await screen.findByRole('dialog', { name: 'Web pages' }))
  fireEvent.change(dialog.getByLabelText('Addresses'), { target: { value: 'example.com/prices' } })
  const add = dialog.getByRole<HTMLButtonElement>('button', { name: 'Add page' })
  await waitFor(() => expect(add.disabled).toBe(false))
  fireEvent.click(add)
  await waitFor(() => expect(add.getAttribute('aria-busy')).toBe('true'))
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  const confirm = within(await screen.findByRole('alertdialog')).getByRole<HTMLButtonElement>('button', {
    name: 'Close',
  })
  await waitFor(() => expect(confirm.disabled).toBe(false))
  fireEvent.click(confirm)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await act(() => router.navigate({ to: '.', search: { add: 'qa' } } as never))
  const title = await screen.findByRole('dialog', { name: 'Questions and answers' })
  coming.resolve(ok([{ id: 'a' }], 201))
  expect((await screen.findAllByText('Training on 1 page has begun')).length).toBeGreaterThan(0)
  expect(title.isConnected).toBe(true)
  expect(router.state.location.search).toMatchObject({ add: 'qa' })
})

it('keeps a filter as another is chosen before the first one shows', async () => {
  const { router } = await openAddSource('url')
  await act(() => router.navigate({ to: '.', search: { q: 'pool' } } as never))
  const [type, status] = [await screen.findByLabelText('Type'), screen.getByLabelText('Status')]
  act(() => {
    fireEvent.change(type, { target: { value: 'url' } })
    fireEvent.change(status, { target: { value: 'failed' } })
  })
  await waitFor(() => expect(router.state.location.search).toMatchObject({ status: 'failed' }))
  expect(router.state.location.search).toMatchObject({ q: 'pool', type: 'url' })
})
