import { cn } from '#dashboard/lib/cn.ts'

const APPLE = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '')
const names: Record<string, string> = {
  mod: APPLE ? '⌘' : 'Ctrl',
  shift: APPLE ? '⇧' : 'Shift',
  enter: 'Enter',
  escape: 'Esc',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
}

/** Shows keys as printed on a keyboard: `mod+k` pressed together, `g i` one after the other. */
export function Kbd({ keys, tone = 'plain' }: { keys: string; tone?: 'plain' | 'inverse' }) {
  return (
    <span className="inline-flex items-center gap-1">
      {keys.split(' ').map((chord) => (
        <kbd
          key={chord}
          className={cn(
            'rounded-sm border px-1 font-sans text-[0.6875rem] leading-4',
            tone === 'plain' ? 'border-line-strong bg-sunken text-ink-soft' : 'border-on-ink/30',
          )}
        >
          {chord
            .split('+')
            .map((key) => names[key] ?? (key.length === 1 ? key.toUpperCase() : key))
            .join(' ')}
        </kbd>
      ))}
    </span>
  )
}
