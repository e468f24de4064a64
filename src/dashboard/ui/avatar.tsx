import { cn } from '#dashboard/lib/cn.ts'

const tones = { neutral: 'bg-hover text-ink-soft', ai: 'bg-ai-soft text-ai', human: 'bg-human-soft text-human' }

interface AvatarProps {
  name: string
  tone?: keyof typeof tones
  size?: 'sm' | 'md'
  className?: string
}

/** Initials, which assistive technology does not read, so put the name beside them, at least as text for it. */
export function Avatar({ name, tone = 'neutral', size = 'md', className }: AvatarProps) {
  return (
    <span
      aria-hidden
      className={cn(
        'inline-flex shrink-0 select-none items-center justify-center rounded-full font-semibold',
        size === 'sm' ? 'size-5 text-[0.625rem]' : 'size-7 text-xs',
        tones[tone],
        className,
      )}
    >
      {initials(name)}
    </span>
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('')
}
