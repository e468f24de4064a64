import Search from 'lucide-react/icons/search'
import { useEffect, useRef, useState } from 'react'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { Input } from '#dashboard/ui/input.tsx'

const TYPING_MS = 300 // milliseconds of pause in typing until the server searches

/** A field that searches the sources while one types. */
export function SourceSearchField({ q, onChange }: { q: string; onChange: (q: string | undefined) => void }) {
  const [text, setText] = useState(q)
  const field = useRef<HTMLInputElement>(null)
  const written = useRef(q)
  useShortcut('/', 'Search the sources', () => field.current?.focus())
  useEffect(() => {
    // The address has changed by other means: Back, or a button that clears the search.
    if (q === written.current) return
    written.current = q
    setText(q)
  }, [q])
  const search = useRef(onChange)
  search.current = onChange
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === written.current) return
    const timer = setTimeout(() => {
      written.current = wanted
      search.current(wanted || undefined)
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <span className="relative min-w-48 flex-1 basis-56 max-sm:w-full max-sm:flex-none">
      <Search
        aria-hidden
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-2.5 size-4 text-muted"
      />
      <Input
        ref={field}
        type="search"
        aria-label="Search titles, addresses and texts"
        placeholder="Search titles, addresses and texts"
        className="pl-8"
        value={text}
        maxLength={200}
        onChange={({ target }) => setText(target.value)}
      />
    </span>
  )
}
