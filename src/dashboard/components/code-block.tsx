import type { ReactNode } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { CopyButton } from '#dashboard/ui/copy.tsx'

interface CodeBlockProps {
  label: string
  code: string
  /** At the left of the Copy button: what it is. */
  title?: ReactNode
  className?: string
}

/** Code to read and to copy, its button above it so that it hides none. Long lines scroll by themselves. */
export function CodeBlock({ label, code, title, className }: CodeBlockProps) {
  return (
    <figure aria-label={label} className={cn('overflow-hidden rounded border border-line bg-sunken', className)}>
      <figcaption className="flex items-center justify-between gap-2 border-line border-b py-1 pr-1 pl-3 text-muted text-sm">
        <span className="min-w-0 truncate">{title}</span>
        <CopyButton value={code} variant="ghost" what={label} />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
        tabIndex={0}
        className="max-h-[30rem] overflow-auto p-3 font-mono text-[0.78125rem] leading-5 focus-visible:-outline-offset-2"
      >
        <code>{code}</code>
      </pre>
    </figure>
  )
}
