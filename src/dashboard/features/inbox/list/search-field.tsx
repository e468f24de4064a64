import { useRef } from 'react'
import { isComposed } from '#dashboard/lib/composing.ts'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { useTypedSearch } from '#dashboard/lib/use-typed-search.ts'
import { SearchInput } from '#dashboard/ui/search-input.tsx'

const TYPING_MS = 300 // milliseconds of pause in typing until the server is asked to search

/** Whether the focus moves to the results of a search as soon as they arrive. */
export const toResults = { wanted: false }

/**
 * A search field that searches while one types. Enter and Arrow Down move to the results, as does Escape in an empty
 * field.
 */
export function SearchField({ q, onChange }: { q: string; onChange: (q: string) => void }) {
  const { text, setText, search } = useTypedSearch(q, TYPING_MS, onChange)
  const field = useRef<HTMLInputElement>(null)
  useShortcut('/', 'Search the conversations', () => field.current?.focus())

  return (
    <SearchInput
      ref={field}
      aria-label="Search messages, notes and visitors"
      placeholder="Search all conversations"
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
        toResults.wanted = !isEscape && text.trim() !== q
        if (toResults.wanted) search()
        else toFirstRow(field.current)
      }}
    />
  )
}

function toFirstRow(field: HTMLElement | null): void {
  field?.closest('section')?.querySelector<HTMLElement>('[data-conversation]')?.focus()
}
