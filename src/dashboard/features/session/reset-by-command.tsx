import { cn } from '#dashboard/lib/cn.ts'

/** The way to another password where no mail is sent. */
export function ResetByCommand({ className }: { className?: string }) {
  return (
    <p className={cn('text-pretty text-muted text-sm', className)}>
      Who runs this server can reset a lost password with{' '}
      <code className="whitespace-nowrap font-mono text-ink-soft">npm run reset-password -- EMAIL</code>.
    </p>
  )
}
