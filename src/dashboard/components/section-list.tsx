import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface SectionListProps {
  label: string
  /** Titles of the cards in `children`, whose ids follow from them as `Card` makes them. */
  sections: readonly { title: string; id: string }[]
  children: ReactNode
}

/** A long page of cards with the list of them: beside them in a wide window, above them in a narrow one. */
export function SectionList({ label, sections, children }: SectionListProps) {
  return (
    <div className="flex gap-5 max-lg:flex-col lg:gap-10">
      <nav aria-label={label} className="shrink-0 lg:sticky lg:top-14 lg:w-40 lg:self-start">
        <ul className="-mx-2 flex flex-wrap gap-0.5 lg:flex-col">
          {sections.map(({ title, id }) => (
            <li key={id}>
              <Link
                to="."
                search
                hash={id}
                activeOptions={{ includeHash: true, includeSearch: false }}
                className="flex h-8 items-center rounded px-2 text-muted hover:bg-hover hover:text-ink max-sm:h-10 data-[status=active]:bg-sunken data-[status=active]:text-ink"
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex min-w-0 max-w-3xl flex-1 flex-col gap-5">{children}</div>
    </div>
  )
}
