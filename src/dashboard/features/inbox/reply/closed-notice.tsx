import { Link } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleSlash from 'lucide-react/icons/circle-slash'
import type { MouseEvent } from 'react'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { Button, buttonVariants } from '#dashboard/ui/button.tsx'
import { Kbd } from '#dashboard/ui/kbd.tsx'

const barClass = 'flex shrink-0 flex-wrap items-center gap-3 border-line border-t bg-canvas px-4 py-3 sm:px-6'

// Without focus the field below would disappear, and the button would move away from under the pointer.
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** Shown while the conversation is closed: in place of the composer, or above it where one still writes there. */
export function ClosedNotice({ onReopen, isPending }: { onReopen: () => void; isPending: boolean }) {
  return (
    <div data-reply className={barClass}>
      <CircleCheck aria-hidden className="size-4 text-muted" />
      <p className="min-w-0 flex-1 text-ink-soft">This conversation is closed. Reopen it to reply.</p>
      <Button onMouseDown={keepFocus} onClick={onReopen} pending={isPending}>
        Reopen
        <span aria-hidden className="max-md:hidden">
          <Kbd keys="e" />
        </span>
      </Button>
    </div>
  )
}

/** Replaces the composer, or is shown above it, while the agent is disabled, when the server accepts no replies. */
export function DisabledNotice({ agentId, reason }: { agentId: string; reason: string | null }) {
  return (
    <div data-reply className={barClass}>
      <CircleSlash aria-hidden className="size-4 text-warning" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">This agent is disabled, so nobody can reply</p>
        {reason && <p className="break-words text-muted text-sm">{reason}</p>}
      </div>
      {usePermissions().may('updateAgentSettings') && (
        <Link to="/agents/$agentId/settings" params={{ agentId }} onMouseDown={keepFocus} className={buttonVariants()}>
          Agent settings
        </Link>
      )}
    </div>
  )
}
