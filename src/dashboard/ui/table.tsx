import type { ComponentProps, ReactNode } from 'react'
import { cn } from '#dashboard/lib/cn.ts'

/** A table in a frame that scrolls sideways, so that the page does not. */
export function Table({ className, ...props }: ComponentProps<'table'>) {
  return (
    <div className="relative w-full overflow-x-auto rounded-lg border border-line bg-surface">
      <table {...props} className={cn('w-full border-collapse text-left', className)} />
    </div>
  )
}

export function TableHead({ children }: { children: ReactNode }) {
  return <thead className="border-line border-b bg-canvas text-muted text-sm">{children}</thead>
}

export function TableBody(props: ComponentProps<'tbody'>) {
  return <tbody {...props} className="divide-y divide-line" />
}

export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return <tr {...props} className={cn('data-[link]:hover:bg-hover', className)} />
}

export function TableHeader({ className, ...props }: ComponentProps<'th'>) {
  return <th scope="col" {...props} className={cn('h-9 whitespace-nowrap px-4 font-medium', className)} />
}

export function TableCell({ className, ...props }: ComponentProps<'td'>) {
  return <td {...props} className={cn('h-11 px-4 py-2', className)} />
}
