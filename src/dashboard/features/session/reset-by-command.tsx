import { cn } from '#dashboard/lib/cn.ts'

/** Explains how a password is reset where the server can't send mail: by a command on its machine. */
export function ResetByCommand({ className }: { className?: string }) {
  return (
    <p className={cn('text-pretty text-muted text-sm', className)}>
      Who runs this server can reset a lost password with{' '}
      <code className="whitespace-nowrap font-mono text-ink-soft">npm run reset-password -- EMAIL</code>.
    </p>
  )
}
