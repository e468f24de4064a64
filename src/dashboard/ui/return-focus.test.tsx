import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { Sheet } from './sheet.tsx'

afterEach(cleanup)

/** A table row with a panel that can delete it: the panel closes first, then the refetched list lacks the row. */
function Page() {
  const [open, setOpen] = useState(false)
  const [there, setThere] = useState(true)
  return (
    <main id="main" tabIndex={-1}>
      {there && (
        <button type="button" onClick={() => setOpen(true)}>
          Row
        </button>
      )}
      <button type="button" onClick={() => setThere(false)}>
        Fetch
      </button>
      {open && (
        <Sheet open onOpenChange={setOpen} title="Panel">
          Text
        </Sheet>
      )}
    </main>
  )
}

async function openAndClose() {
  render(<Page />)
  const row = screen.getByRole('button', { name: 'Row' })
  row.focus()
  fireEvent.click(row)
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }))
  await waitFor(() => expect(document.activeElement).toBe(row))
}

it('gives the focus to the page when the row it went back to goes', async () => {
  await openAndClose()
  fireEvent.click(screen.getByRole('button', { name: 'Fetch' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

it('leaves it where it has gone since', async () => {
  await openAndClose()
  const fetching = screen.getByRole('button', { name: 'Fetch' })
  fetching.focus()
  fireEvent.click(fetching)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Row' })).toBeNull())
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.activeElement).toBe(fetching)
})
