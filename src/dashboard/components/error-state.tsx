import CircleAlert from 'lucide-react/icons/circle-alert'
import CloudOff from 'lucide-react/icons/cloud-off'
import Lock from 'lucide-react/icons/lock'
import type { ReactNode } from 'react'
import { type ApiError, isApiError } from '#dashboard/api/api-error.ts'
import { cn } from '#dashboard/lib/cn.ts'
import { useCountdown } from '#dashboard/lib/use-countdown.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { CopyableId } from '#dashboard/ui/copy.tsx'
import { describeError, describeFailure } from './describe-error.ts'

interface ErrorProps {
  error: unknown
  onRetry?: (() => void) | undefined
  action?: ReactNode
}

interface ErrorNoticeProps extends ErrorProps {
  /** What did not happen, without a full stop; only where the place of the notice does not make it clear. */
  act?: string
  className?: string
}

interface ErrorStateProps extends ErrorProps {
  page?: boolean
}

const icons: Partial<Record<ApiError['code'], typeof CircleAlert>> = {
  server_unreachable: CloudOff,
  premium_required: Lock,
  insufficient_scope: Lock,
  forbidden: Lock,
  role_too_low: Lock,
}

/** Replaces content that could not be loaded: with `page` a whole page, otherwise a part of one. */
export function ErrorState({ error, onRetry, action, page = false }: ErrorStateProps) {
  const Heading = page ? 'h1' : 'h2'
  const { title, advice } = describeError(error)
  const Icon = (isApiError(error) && icons[error.code]) || CircleAlert
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-16 text-center">
      <Icon aria-hidden className="size-5 text-muted" />
      <div>
        <Heading className="font-semibold">{title}</Heading>
        {advice && <p className="mt-1 text-balance text-muted">{advice}</p>}
      </div>
      <div className="flex flex-wrap items-center justify-center gap-2">
        <Retry size="md" error={error} onRetry={onRetry} />
        {action}
      </div>
      <RequestId error={error} />
    </div>
  )
}

/** A notice beside what failed: below a form, in a dialog, or above a list that keeps its last data. */
export function ErrorNotice({ error, act, onRetry, action, className }: ErrorNoticeProps) {
  const { title, advice } = describeFailure(error, act)
  return (
    <div
      role="alert"
      className={cn('flex items-start gap-2 rounded border border-danger-line bg-danger-soft px-3 py-2', className)}
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-danger">{title}</p>
        {advice && <p className="break-words text-ink-soft">{advice}</p>}
        <RequestId error={error} />
      </div>
      <Retry size="sm" error={error} onRetry={onRetry} />
      {action}
    </div>
  )
}

/** A short description of an error, for use within a line of text. */
export function ErrorTitle({ error }: { error: unknown }) {
  return describeError(error).title
}

function Retry({ error, onRetry, size }: Pick<ErrorProps, 'error' | 'onRetry'> & { size: 'sm' | 'md' }) {
  if (!onRetry || !describeError(error).retryable) return null
  if (isApiError(error) && error.retryAfter) return <Countdown seconds={error.retryAfter} onEnd={onRetry} />
  return (
    <Button size={size} onClick={onRetry}>
      Try again
    </Button>
  )
}

function Countdown({ seconds, onEnd }: { seconds: number; onEnd: () => void }) {
  const left = useCountdown(seconds, onEnd)
  return <p className="text-muted text-sm tabular-nums">Trying again in {left} s</p>
}

function RequestId({ error }: { error: unknown }) {
  if (!isApiError(error) || !error.requestId) return null
  return (
    <p className="mt-1 flex items-center gap-1.5 text-muted text-xs">
      Request <CopyableId value={error.requestId} label="request id" className="text-ink-soft" />
    </p>
  )
}
