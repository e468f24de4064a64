import type { ReactNode } from 'react'
import { counted } from '#dashboard/lib/sizes.ts'
import { useTypedSearch } from '#dashboard/lib/use-typed-search.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import type { usePageChoice } from './use-page-choice.ts'

const TYPING_MS = 150 // milliseconds of pause in typing until the pages are searched

/** A field that searches the pages while one types. */
export function PageSearch({ find, onFind }: { find: string; onFind: (words: string | undefined) => void }) {
  const { text, setText } = useTypedSearch(find, TYPING_MS, (words) => onFind(words || undefined))
  return (
    <Input
      type="search"
      aria-label="Search, or a pattern such as /help/**"
      placeholder="Search, or /help/**"
      className="sm:w-60"
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  )
}

type Choice = Pick<ReturnType<typeof usePageChoice>, 'toggleShown' | 'isAllShownChosen'>

/** Chooses all pages that are shown, or none. `isSearched`: whether they are not all of them. */
export function ChooseShown({ choice, isSearched }: { choice: Choice; isSearched: boolean }) {
  return (
    <Button size="sm" variant="ghost" className="-ml-2" onClick={choice.toggleShown}>
      {choice.isAllShownChosen ? 'Choose none' : 'Choose all'}
      {isSearched && ' of these'}
    </Button>
  )
}

interface ChosenBarProps {
  chosen: number
  all: number
  /** What is chosen, in the singular: "page", "change". */
  noun: string
  pending?: boolean
  onDo: () => void
  /** What the button does with what is chosen. */
  label: string
  /** Stands above, such as an error. */
  children?: ReactNode
}

/** The bar below a choice of pages: how many are chosen, and a button that does something with them. */
export function ChosenBar({ chosen, all, noun, pending, onDo, label, children }: ChosenBarProps) {
  return (
    <footer className="sticky bottom-0 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-canvas px-4 py-3">
      <p aria-live="polite" className="mr-auto font-medium tabular-nums">
        {chosen.toLocaleString()} of {counted(all, noun)} chosen
      </p>
      {children}
      <Button variant="primary" className="max-sm:w-full" disabled={chosen === 0} pending={pending} onClick={onDo}>
        {label}
      </Button>
    </footer>
  )
}
