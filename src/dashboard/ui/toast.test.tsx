import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog, DialogContent } from './dialog.tsx'
import { shownToasts, Toaster, toast } from './toast.tsx'

afterEach(() => {
  cleanup()
  shownToasts.set([])
})

const pressEscape = () => act(async () => void fireEvent.keyDown(document.activeElement!, { key: 'Escape' }))

async function say(message: string) {
  await act(async () => toast.success(message))
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
