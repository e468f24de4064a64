import { act, fireEvent, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { awaitedPlace } from '#dashboard/lib/held-keys.ts'
import { coveringPage, registeredShortcuts } from '#dashboard/lib/shortcuts.ts'
import { vanishedField } from '#dashboard/lib/vanished-field.ts'

/**
 * Presses the key of a shortcut once the page takes it: the shortcut is registered, no dialog or menu covers the page,
 * keys are not kept for a place that is still loading, and no field has just been removed, such as that of the test
 * before, into which they would have been typed. Where one of these never comes true, the failure says which.
 * @param following Keys pressed right behind it, before the page has loaded what the shortcut leads to.
 */
export async function pressShortcut(key: string, following = ''): Promise<void> {
  await waitFor(() =>
    expect({
      isRegistered: registeredShortcuts.get().some(({ keys }) => keys === key),
      keptFor: awaitedPlace(),
      vanished: vanishedField()?.tagName,
      covering: coveringPage()?.textContent,
    }).toEqual({ isRegistered: true, keptFor: undefined, vanished: undefined, covering: undefined }),
  )
  await act(async () => {
    for (const pressed of [key, ...following]) fireEvent.keyDown(document.body, { key: pressed })
  })
}
