import { type RefObject, useLayoutEffect, useRef } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { controlClass } from '#dashboard/ui/input.tsx'
import type { Placeholder } from './placeholders.ts'

export function UnfilledNotice({ unfilled, onShow }: { unfilled: readonly Placeholder[]; onShow: () => void }) {
  const missing = [...new Set(unfilled.map(({ means }) => means))]
  return (
    <div role="status" className="flex items-center gap-2 text-sm text-warning">
      <p className="min-w-0 flex-1 break-words">
        Before you can send this, fill in what is not known: {new Intl.ListFormat('en').format(missing)}.
      </p>
      <Button size="sm" onMouseDown={(event) => event.preventDefault()} onClick={onShow}>
        Show it
      </Button>
    </div>
  )
}

interface UnfilledMarksProps {
  text: string
  unfilled: readonly Placeholder[]
  field: RefObject<HTMLTextAreaElement | null>
}

/** Marks the placeholders in a field: the same text lies over it, transparent but for the placeholders' background. */
export function UnfilledMarks({ text, unfilled, field }: UnfilledMarksProps) {
  const over = useRef<HTMLDivElement>(null)
  // Follow the field's width and scrolling: its scrollbar takes some of its width, so that its lines break earlier.
  useLayoutEffect(() => {
    const [marks, below] = [over.current, field.current]
    if (!marks || !below) return
    const follow = () => {
      marks.style.paddingRight = `${10 + below.offsetWidth - 2 - below.clientWidth}px`
      marks.scrollTop = below.scrollTop
    }
    follow()
    const resized = new ResizeObserver(follow)
    resized.observe(below)
    below.addEventListener('scroll', follow)
    return () => {
      resized.disconnect()
      below.removeEventListener('scroll', follow)
    }
  })
  return (
    <div
      ref={over}
      aria-hidden
      className={cn(
        controlClass,
        'pointer-events-none absolute inset-0 overflow-hidden whitespace-pre-wrap break-words border-transparent bg-transparent py-1.5 text-transparent hover:border-transparent',
      )}
    >
      {unfilled.map(({ start, end }, index) => (
        <span key={start}>
          {text.slice(unfilled[index - 1]?.end ?? 0, start)}
          <mark className="rounded-sm bg-warning/25 text-transparent">{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(unfilled.at(-1)?.end ?? 0)}
    </div>
  )
}
