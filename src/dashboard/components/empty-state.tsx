import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#dashboard/lib/cn.ts'

interface EmptyStateProps {
  icon: LucideIcon
  title: string
  /** What would be here, in a sentence. */
  children: ReactNode
  /** The one next step. */
  action?: ReactNode
  className?: string
}

export function EmptyState({ icon: Icon, title, children, action, className }: EmptyStateProps) {
  return (
    <div className={cn('mx-auto flex max-w-sm flex-col items-center gap-3 px-4 py-16 text-center', className)}>
      <Icon aria-hidden className="size-5 text-muted" />
      <div>
        <h2 className="font-semibold">{title}</h2>
        <p className="mt-1 text-muted">{children}</p>
      </div>
      {action}
    </div>
  )
}
