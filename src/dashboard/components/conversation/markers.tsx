import Hand from 'lucide-react/icons/hand'
import Sparkles from 'lucide-react/icons/sparkles'
import type { ComponentType, ReactNode } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { longDay } from '#dashboard/lib/time.ts'

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
  human: { icon: Hand, text: 'A person took over' },
  ai: { icon: Sparkles, text: 'Back to the AI' },
}

export function BatonMarker({ to }: { to: keyof typeof batons }) {
  const { icon, text } = batons[to]
  return (
    <Marker icon={icon} tone={to}>
      {text}
    </Marker>
  )
}

const tones = {
  human: { text: 'text-human', line: 'bg-human-line' },
  ai: { text: 'text-ai', line: 'bg-ai-line' },
  quiet: { text: 'text-muted', line: 'bg-line' },
}

interface MarkerProps {
  icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>
  tone: keyof typeof tones
  children: ReactNode
}

export function Marker({ icon: Icon, tone, children }: MarkerProps) {
  const { text, line } = tones[tone]
  return (
    <div className={cn('flex items-center gap-3 pt-4 pb-1 font-medium text-xs', text)}>
      <span aria-hidden className={cn('h-px min-w-4 flex-1', line)} />
      <span className="inline-flex min-w-0 items-center gap-1.5 text-center">
        <Icon aria-hidden className="size-3.5 shrink-0" />
        <span className="min-w-0">{children}</span>
      </span>
      <span aria-hidden className={cn('h-px min-w-4 flex-1', line)} />
    </div>
  )
}
