import Files from 'lucide-react/icons/files'
import { Button } from '#dashboard/ui/button.tsx'
import { EmptyState } from './empty-state.tsx'

interface PastTheEndProps {
  meta: { current_page: number; last_page: number }
  /** What is listed, in the plural, such as "agents". */
  noun: string
  onFirst: () => void
}

/** Replaces a list when the address names a page beyond its last one. */
export function PastTheEnd({ meta, noun, onFirst }: PastTheEndProps) {
  const last = meta.last_page === 1 ? 'there is one page' : `the last page is ${meta.last_page.toLocaleString()}`
  return (
    <EmptyState
      icon={Files}
      title={`There are not that many ${noun}`}
      action={<Button onClick={onFirst}>First page</Button>}
    >
      This would be page {meta.current_page.toLocaleString()}; {last}.
    </EmptyState>
  )
}

export function isPastTheEnd({ data, meta }: { data: readonly unknown[]; meta: { total: number } }): boolean {
  return data.length === 0 && meta.total > 0
}
