import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Button } from './button.tsx'

interface PaginationProps {
  meta: { current_page: number; last_page: number; per_page: number; total: number }
  /** What is listed, in the plural, such as "agents". */
  noun: string
  /** Shows another page; undefined is the first, which addresses leave out. */
  onPage: (page: number | undefined) => void
}

/** The position in a list and buttons to page. Empty for a list of one page, or past its end. */
export function Pagination({ meta, noun, onPage }: PaginationProps) {
  const { current_page: page, last_page: last, per_page, total } = meta
  if (last <= 1 || page > last) return null
  const from = (page - 1) * per_page + 1
  const to = Math.min(page * per_page, total)
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-4 text-muted text-sm tabular-nums">
      <span aria-live="polite">
        {from.toLocaleString()}–{to.toLocaleString()} of {total.toLocaleString()} {noun}
      </span>
      <span className="flex gap-2">
        <Button size="sm" disabled={page <= 1} onClick={() => onPage(page > 2 ? page - 1 : undefined)}>
          <ChevronLeft aria-hidden /> Previous
        </Button>
        <Button size="sm" disabled={page >= last} onClick={() => onPage(page + 1)}>
          Next <ChevronRight aria-hidden />
        </Button>
      </span>
    </nav>
  )
}
