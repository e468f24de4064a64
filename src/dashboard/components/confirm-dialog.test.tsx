import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'

afterEach(cleanup)

it('can’t be closed while its request runs, so that a refusal is seen', async () => {
  const closed = vi.fn()
  const question = (isPending: boolean, error: Error | null = null) => (
    <ConfirmDialog
      {...{ open: true, title: 'Delete Guide?', description: '', confirmLabel: 'Delete' }}
      mutation={{ isPending, error }}
      onOpenChange={closed}
      onConfirm={() => {}}
    />
  )
  const { rerender } = render(question(true))
  const cancel = await screen.findByRole('button', { name: 'Cancel' })
  await waitFor(() => expect(screen.getByRole('alertdialog').contains(document.activeElement)).toBe(true))
  const leave = async () => {
    await act(async () => void fireEvent.click(cancel))
    await act(async () => void fireEvent.keyDown(document.activeElement!, { key: 'Escape' }))
  }
  expect(cancel.getAttribute('aria-disabled')).toBe('true')
  await leave()
  expect(closed).not.toHaveBeenCalled()
  rerender(question(false, new Error('Refused')))
  await leave()
  expect(closed.mock.calls).toEqual([[false], [false]])
})

it('shows why its request failed, but not what came of an earlier question', async () => {
  const error = new Error('Refused')
  render(
    <ConfirmDialog
      {...{ open: true, title: 'Delete Guide?', description: '', confirmLabel: 'Delete' }}
      mutation={{ isPending: false, error }}
      onOpenChange={() => {}}
      onConfirm={() => {}}
    />,
  )
  const confirm = await screen.findByRole('button', { name: 'Delete' })
  expect(screen.queryByRole('alert')).toBe(null)
  await waitFor(() => expect(confirm.hasAttribute('disabled')).toBe(false))
  await act(async () => void fireEvent.click(confirm))
  expect(screen.getByRole('alert').textContent).toContain('This page ran into a problem')
})

it('closes once its request has succeeded, as the list that it is about may come later', async () => {
  const closed = vi.fn()
  const question = (isPending: boolean) => (
    <ConfirmDialog
      {...{ open: true, title: 'Delete Guide?', description: '', confirmLabel: 'Delete' }}
      mutation={{ isPending, error: null }}
      onOpenChange={closed}
      onConfirm={() => {}}
    />
  )
  const { rerender } = render(question(false))
  await screen.findByRole('alertdialog')
  rerender(question(true))
  expect(closed).not.toHaveBeenCalled()
  rerender(question(false))
  expect(closed.mock.calls).toEqual([[false]])
})
