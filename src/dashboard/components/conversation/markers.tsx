import Hand from 'lucide-react/icons/hand'
import Sparkles from 'lucide-react/icons/sparkles'
import { cn } from '#dashboard/lib/cn.ts'
import { longDay } from '#dashboard/lib/time.ts'

/** A divider between the messages of two days. */
export function DayDivider({ value }: { value: string }) {
  return (
    <div className="flex items-center gap-3 pt-5 pb-1 text-muted text-xs">
      <span aria-hidden className="h-px flex-1 bg-line" />
      <time dateTime={value}>{longDay(value)}</time>
      <span aria-hidden className="h-px flex-1 bg-line" />
    </div>
  )
}

const batons = {
  human: { icon: Hand, text: 'A person took over', tone: 'text-human', line: 'bg-human-line' },
  ai: { icon: Sparkles, text: 'Back to the AI', tone: 'text-ai', line: 'bg-ai-line' },
}

/** A line in the thread that marks a handover between AI and people. */
export function BatonMarker({ to }: { to: keyof typeof batons }) {
  const { icon: Icon, text, tone, line } = batons[to]
  return (
    <div className={cn('flex items-center gap-3 pt-4 pb-1 font-medium text-xs', tone)}>
      <span aria-hidden className={cn('h-px flex-1', line)} />
      <span className="inline-flex items-center gap-1.5">
        <Icon aria-hidden className="size-3.5" /> {text}
      </span>
      <span aria-hidden className={cn('h-px flex-1', line)} />
    </div>
  )
}
