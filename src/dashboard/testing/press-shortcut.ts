import { act, fireEvent, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { awaitedPlace, coveringPage, registeredShortcuts } from '#dashboard/lib/shortcuts.ts'

/**
 * Presses the key of a shortcut once the page takes it: the shortcut is registered, no dialog or menu covers the page,
 * and no conversation is awaited. Where one of these never comes true, the failure says which.
 */
export async function pressShortcut(key: string): Promise<void> {
  await waitFor(() =>
    expect({
      isRegistered: registeredShortcuts.get().some(({ keys }) => keys === key),
      awaited: awaitedPlace(),
      covering: coveringPage()?.textContent,
    }).toEqual({ isRegistered: true, awaited: undefined, covering: undefined }),
  )
  await act(async () => {
    fireEvent.keyDown(document.body, { key })
  })
}
