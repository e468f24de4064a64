import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { Dialog, DialogContent } from './dialog.tsx'
import { shownToasts, Toaster, toast } from './toast.tsx'
import type { ToastOptions } from './toast-corner.tsx'

afterEach(() => {
  cleanup()
  shownToasts.set([])
})

const pressEscape = () => act(async () => void fireEvent.keyDown(document.activeElement!, { key: 'Escape' }))

async function say(message: string, options?: ToastOptions) {
  await act(async () => toast.success(message, options))
  await screen.findAllByText(message)
}

it('leaves Escape to the dialog one is in, though the toast came later', async () => {
  render(
    <>
      <Dialog defaultOpen>
        <DialogContent title="Settings" />
      </Dialog>
      <Toaster />
    </>,
  )
  await say('Saved')
  await pressEscape()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getAllByText('Saved')).not.toHaveLength(0)
  await pressEscape()
  expect(shownToasts.get()).toEqual([])
})

/** What a screen reader is told of the toasts, besides their own text. */
const announced = () => screen.queryAllByRole('status', { hidden: true }).map(({ textContent }) => textContent)

it('announces a toast that replaces another and shows it for its whole time, without losing the focus', async () => {
  render(<Toaster />)
  const reopen = { label: 'Reopen', onClick: () => {} }
  await say('Ana is closed', { id: 'closed', action: reopen })
  const action = screen.getByRole('button', { name: 'Reopen' })
  act(() => action.focus())
  await say('Ben is closed', { id: 'closed', action: reopen })
  await waitFor(() => expect(announced().join()).toContain('Ben is closed'))
  expect(action.isConnected).toBe(false)
  expect(document.activeElement).toBe(screen.getByRole('list'))
  expect(shownToasts.get()).toHaveLength(1)
})

it('leaves Escape to a question', async () => {
  const closed = vi.fn()
  const question = { title: 'Delete Guide?', description: '', confirmLabel: 'Delete', onConfirm: () => {} }
  await act(async () => {
    render(
      <>
        <ConfirmDialog open onOpenChange={closed} {...question} />
        <Toaster />
      </>,
    )
  })
  await screen.findByRole('alertdialog')
  await say('Saved')
  await pressEscape()
  expect(closed).toHaveBeenCalledWith(false)
  expect(shownToasts.get()).toHaveLength(1)
})
