import type { ReactNode } from 'react'
import { cn } from '#dashboard/lib/cn.ts'

interface CardProps {
  title: ReactNode
  description?: ReactNode
  actions?: ReactNode
  footer?: ReactNode
  className?: string
  children?: ReactNode
}

/** A framed section of a page. A link to `#who-answers` scrolls to the card titled "Who answers". */
export function Card({ title, description, actions, footer, className, children }: CardProps) {
  const id = typeof title === 'string' ? title.toLowerCase().replace(/[^a-z]+/g, '-') : undefined
  return (
    <section className={cn('rounded-lg border border-line bg-surface', className)}>
      <header className="flex flex-wrap items-start gap-x-4 gap-y-3 px-5 pt-4">
        <div className="min-w-0 flex-1 basis-56">
          <h2 id={id} tabIndex={-1} className="w-fit scroll-mt-16 font-semibold">
            {title}
          </h2>
          {description && <p className="mt-0.5 text-pretty text-muted">{description}</p>}
        </div>
        {actions}
      </header>
      {children ? <div className="px-5 py-4">{children}</div> : <div className="h-4" />}
      {footer && (
        <footer className="flex flex-wrap items-center justify-end gap-2 rounded-b-lg border-line border-t bg-canvas px-5 py-3">
          {footer}
        </footer>
      )}
    </section>
  )
}
