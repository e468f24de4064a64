import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon: LucideIcon
  title: string
  /** A sentence that says what would be listed here. */
  children: ReactNode
  action?: ReactNode
  /** Whether this is the whole page, so that the title becomes the page's heading. */
  page?: boolean
}

export function EmptyState({ icon: Icon, title, children, action, page = false }: EmptyStateProps) {
  const Heading = page ? 'h1' : 'h2'
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center gap-3 px-4 py-16 text-center">
      <Icon aria-hidden className="size-5 text-muted" />
      <div>
        <Heading className="font-semibold">{title}</Heading>
        <p className="mt-1 text-balance text-muted">{children}</p>
      </div>
      {action}
    </div>
  )
}
