import { act, fireEvent, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { awaitedPlace } from '#dashboard/lib/held-keys.ts'
import { registeredShortcuts } from '#dashboard/lib/shortcuts.ts'

/**
 * Presses the key of a shortcut once the page takes it: the shortcut is registered, no dialog or menu covers the page,
 * and keys are not kept for a place that is still loading. Where one of these never comes true, the failure says which.
 */
export async function pressShortcut(key: string): Promise<void> {
  await waitFor(() =>
    expect({
      isRegistered: registeredShortcuts.get().some(({ keys }) => keys === key),
      keptFor: awaitedPlace(),
      covering: document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')?.textContent,
    }).toEqual({ isRegistered: true, keptFor: undefined, covering: undefined }),
  )
  await act(async () => void fireEvent.keyDown(document.body, { key }))
}
