import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useState } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { writeClipboard } from '#dashboard/lib/write-clipboard.ts'
import { Button, type ButtonProps } from './button.tsx'

/** Copies a value to the clipboard, and reports success for two seconds. */
function useCopy(value: string) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    if (await writeClipboard(value)) setCopied(true)
  }
  return { copied, copy }
}

interface CopyButtonProps extends Omit<ButtonProps, 'value' | 'aria-label'> {
  value: string
  /** What is copied, for people who can't see what the button is beside. */
  what?: string
}

export function CopyButton({ value, what, size = 'sm', ...props }: CopyButtonProps) {
  const { copied, copy } = useCopy(value)
  return (
    <Button {...props} size={size} onClick={copy}>
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
      {what && <span className="sr-only"> {what}</span>}
    </Button>
  )
}

/** A shortened id; a click copies it in full. */
export function CopyableId({ value, label, className }: { value: string; label: string; className?: string }) {
  const { copied, copy } = useCopy(value)
  return (
    <button
      type="button"
      onClick={copy}
      title={value}
      aria-label={`${copied ? 'Copied' : 'Copy'} ${label} ${shorten(value)}`}
      className={cn(
        'relative inline-flex max-w-full items-center gap-1 rounded-sm font-mono after:absolute after:-inset-x-1 after:-inset-y-2.5 text-muted text-xs hover:text-ink [&_svg]:size-3 [&_svg]:shrink-0',
        className,
      )}
    >
      <span className="truncate">{shorten(value)}</span>
      {copied ? <Check aria-hidden className="text-success" /> : <Copy aria-hidden />}
    </button>
  )
}

/** Keeps the end of an id, as UUIDs of one day begin alike. */
function shorten(value: string): string {
  return value.length > 16 ? `${value.slice(0, 4)}…${value.slice(-6)}` : value
}
