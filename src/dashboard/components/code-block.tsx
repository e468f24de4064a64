import { cn } from '#dashboard/lib/cn.ts'
import { CopyButton } from '#dashboard/ui/copy.tsx'

/** Code to read and to copy. Long lines scroll by themselves. */
export function CodeBlock({ label, code, className }: { label: string; code: string; className?: string }) {
  return (
    <figure aria-label={label} className={cn('flex items-start rounded border border-line bg-sunken', className)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <pre tabIndex={0} className="max-h-[30rem] min-w-0 flex-1 overflow-auto p-3 font-mono text-[12.5px] leading-5">
        <code>{code}</code>
      </pre>
      <CopyButton value={code} className="m-2 max-sm:[&>span]:sr-only" aria-label={`Copy ${label}`} />
    </figure>
  )
}
