import { useEffect, useRef } from 'react'
import { isComposed } from '#dashboard/lib/composing.ts'
import { permissions } from '#dashboard/lib/permissions.ts'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { useTypedSearch } from '#dashboard/lib/use-typed-search.ts'
import { SearchInput } from '#dashboard/ui/search-input.tsx'

const TYPING_MS = 150 // milliseconds of pause in typing until the search goes into the address
const TYPING_FOR_SERVER_MS = 300 // the pause where the server is asked to search

/** Whether the focus moves to the results of a search on the server as soon as they arrive. */
export const toResults = { wanted: false }

/**
 * A search field that searches while one types. Enter and Arrow Down move to the results, as does Escape in an empty
 * field.
 */
export function SearchField({ q, onChange }: { q: string; onChange: (q: string) => void }) {
  const pauseMs = permissions.ownApi ? TYPING_FOR_SERVER_MS : TYPING_MS
  const { text, setText, search } = useTypedSearch(q, pauseMs, onChange)
  const field = useRef<HTMLInputElement>(null)
  useShortcut('/', 'Search the conversations', () => field.current?.focus())

  // The words of a search from which the focus moves to the first result once the page shows it.
  const leavingFor = useRef<string>(undefined)
  useEffect(() => {
    if (leavingFor.current === q && !permissions.ownApi) toFirstRow(field.current)
    leavingFor.current = undefined
  }, [q])

  return (
    <SearchInput
      ref={field}
      aria-label={permissions.ownApi ? 'Search messages, notes and visitors' : 'Search names and last lines'}
      placeholder={permissions.ownApi ? 'Search all conversations' : 'Search names and last lines'}
      className="min-w-0"
      value={text}
      onChange={(event) => {
        toResults.wanted = false
        setText(event.target.value)
      }}
      onKeyDown={(event) => {
        if (isComposed(event.nativeEvent) || !['Escape', 'Enter', 'ArrowDown'].includes(event.key)) return
        event.preventDefault()
        const isEscape = event.key === 'Escape'
        // The first Escape clears the field, which keeps the focus; the next one moves to the list.
        if (isEscape && text) return setText('')
        const words = text.trim()
        const isLeaving = !isEscape && words !== q
        leavingFor.current = isLeaving ? words : undefined
        toResults.wanted = isLeaving && permissions.ownApi
        if (isLeaving) search()
        else toFirstRow(field.current)
      }}
    />
  )
}

function toFirstRow(field: HTMLElement | null): void {
  field?.closest('section')?.querySelector<HTMLElement>('[data-conversation]')?.focus()
}
