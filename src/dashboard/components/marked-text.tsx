import type { ReactNode } from 'react'

interface MarkedTextProps {
  text: string
  /** The words found, in order: the index of each one's first character and of the one after its last. */
  marks: readonly [number, number][]
  className?: string
}

export function MarkedText({ text, marks, className }: MarkedTextProps) {
  const parts: ReactNode[] = []
  let at = 0
  for (const [start, end] of marks) {
    parts.push(
      text.slice(at, start),
      <mark key={start} className="rounded-xs bg-warning-soft font-medium text-ink">
        {text.slice(start, end)}
      </mark>,
    )
    at = end
  }
  return (
    <span className={className}>
      {parts}
      {text.slice(at)}
    </span>
  )
}
