import Search from 'lucide-react/icons/search'
import { useEffect, useRef, useState } from 'react'
import { permissions } from '#dashboard/lib/permissions.ts'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { Input } from '#dashboard/ui/input.tsx'

const TYPING_MS = 150 // milliseconds of pause in typing until the search goes into the address
const TYPING_FOR_SERVER_MS = 300 // the pause where the server is asked to search

/** Whether somebody has asked to move to results that the server has not sent yet. */
export const toResults = { wanted: false }

/**
 * A search field that filters while one types. Enter and Arrow Down move to the results, as does Escape in an empty
 * field.
 */
export function SearchField({ q, onChange }: { q: string; onChange: (q: string) => void }) {
  const [text, setText] = useState(q)
  const field = useRef<HTMLInputElement>(null)
  const written = useRef(q)
  useShortcut('/', 'Search the conversations', () => field.current?.focus())

  // Whether to move the focus to the results once they match the latest text.
  const leaving = useRef(false)
  useEffect(() => {
    if (leaving.current && !permissions.ownApi) toFirstRow(field.current)
    leaving.current = false
    // The address has changed by other means: Back, or a button that clears the search.
    if (q === written.current) return
    written.current = q
    setText(q)
  }, [q])

  const search = () => {
    const wanted = text.trim()
    if (wanted === written.current) return
    written.current = wanted
    onChange(wanted)
  }
  const latest = useRef(search)
  latest.current = search
  useEffect(() => {
    if (text.trim() === written.current) return
    const timer = setTimeout(() => latest.current(), permissions.ownApi ? TYPING_FOR_SERVER_MS : TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])

  return (
    <span className="relative min-w-0 flex-1">
      <Search
        aria-hidden
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-2.5 size-4 text-muted"
      />
      <Input
        ref={field}
        type="search"
        aria-label={permissions.ownApi ? 'Search messages, notes and visitors' : 'Search names and last lines'}
        placeholder={permissions.ownApi ? 'Search all conversations' : 'Search names and last lines'}
        className="pl-8"
        value={text}
        onChange={(event) => {
          toResults.wanted = false
          setText(event.target.value)
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || !['Escape', 'Enter', 'ArrowDown'].includes(event.key)) return
          event.preventDefault()
          const isEscape = event.key === 'Escape'
          // The first Escape clears the field, which keeps the focus; the next one moves to the list.
          if (isEscape && text) return setText('')
          leaving.current = !isEscape && text.trim() !== q
          toResults.wanted = leaving.current && permissions.ownApi
          if (leaving.current) search()
          else toFirstRow(field.current)
        }}
      />
    </span>
  )
}

function toFirstRow(field: HTMLElement | null): void {
  field?.closest('section')?.querySelector<HTMLElement>('[data-conversation]')?.focus()
}
