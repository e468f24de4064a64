import { useRef } from 'react'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { useTypedSearch } from '#dashboard/lib/use-typed-search.ts'
import { SearchInput } from '#dashboard/ui/search-input.tsx'

const TYPING_MS = 300 // milliseconds of pause in typing until the server searches

export function SourceSearchField({ q, onChange }: { q: string; onChange: (q: string | undefined) => void }) {
  const { text, setText } = useTypedSearch(q, TYPING_MS, (words) => onChange(words || undefined))
  const field = useRef<HTMLInputElement>(null)
  useShortcut('/', 'Search the sources', () => field.current?.focus())
  return (
    <SearchInput
      ref={field}
      aria-label="Search titles, addresses and texts"
      placeholder="Search titles, addresses and texts"
      className="min-w-48 basis-56 max-sm:w-full max-sm:flex-none"
      value={text}
      maxLength={200}
      onChange={({ target }) => setText(target.value)}
    />
  )
}
