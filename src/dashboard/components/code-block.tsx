import type { ReactNode } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { CopyButton } from '#dashboard/ui/copy.tsx'

interface CodeBlockProps {
  label: string
  code: string
  title?: ReactNode
  /** Breaks long lines, where all of them is to be seen and where they end does not matter. */
  wraps?: boolean
}

/** A block of code with a Copy button above, where it covers nothing. Long lines scroll within the block, or wrap. */
export function CodeBlock({ label, code, title, wraps }: CodeBlockProps) {
  return (
    <figure aria-label={label} className="overflow-hidden rounded border border-line bg-sunken">
      <figcaption className="flex items-center justify-between gap-2 border-line border-b py-1 pr-1 pl-3 text-muted text-sm">
        <span className="min-w-0 truncate">{title}</span>
        <CopyButton value={code} variant="ghost" what={label} />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus makes it scrollable by keyboard
        tabIndex={0}
        className={cn(
          'max-h-[30rem] overflow-auto p-3 font-mono text-[0.78125rem] leading-5 focus-visible:-outline-offset-2',
          wraps && 'wrap-anywhere whitespace-pre-wrap',
        )}
      >
        <code>{code}</code>
      </pre>
    </figure>
  )
}
