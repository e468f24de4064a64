import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { Input } from '#dashboard/ui/input.tsx'

const TYPING_MS = 150 // a pause after which the search goes into the address

/** Searches as one types. Escape clears it, and in an empty field goes to the list. */
export function SearchField({ q, onChange }: { q: string; onChange: (q: string) => void }) {
  const [text, setText] = useState(q)
  const field = useRef<HTMLInputElement>(null)
  const written = useRef(q)
  useShortcut('/', 'Search the conversations', () => field.current?.focus())

  // The address changed by itself: Back, a cleared search.
  useEffect(() => {
    if (q === written.current) return
    written.current = q
    setText(q)
  }, [q])

  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === written.current) return
    const timer = setTimeout(() => {
      written.current = wanted
      latest.current(wanted)
    }, TYPING_MS)
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
        aria-label="Search names and last lines"
        placeholder="Search names and last lines"
        className="pl-8"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // Not to nowhere: the field keeps the focus until it is empty, then the list has it.
          if (text) setText('')
          else event.currentTarget.closest('section')?.querySelector<HTMLElement>('[data-conversation]')?.focus()
        }}
      />
    </span>
  )
}
