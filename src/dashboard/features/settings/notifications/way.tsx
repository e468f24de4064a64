import type { ReactNode } from 'react'

/** One way, with its state in words and what can be done about it. */
export function Way({ name, actions, children }: { name: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex gap-x-4 py-3 first:pt-0 last:pb-0">
      <dt className="w-16 shrink-0 font-medium sm:w-20 sm:py-1">{name}</dt>
      <dd className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1.5">
        <div className="min-w-0 flex-1 basis-64 text-pretty text-muted sm:py-1">{children}</div>
        {actions}
      </dd>
    </div>
  )
}
