import { useMemo } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { type DifferentLine, lineDifference } from './line-difference.ts'

const looks = {
  same: { sign: ' ', said: '', className: 'text-muted' },
  added: { sign: '+', said: 'Added: ', className: 'bg-success/10' },
  removed: { sign: '−', said: 'Removed: ', className: 'bg-danger/10' },
} as const

/** Number of unchanged lines shown before and after each change; `SHOWN`: number of lines shown at most. */
const AROUND = 2
const SHOWN = 500

/** Shows how a text has changed, line by line; unchanged lines far from any change are left out. */
export function TextDifference({ before, after, label }: { before: string; after: string; label: string }) {
  const lines = useMemo(() => nearChanges(lineDifference(before, after)), [before, after])
  if (lines.length === 0) return <p className="text-muted text-sm">The text is the same.</p>
  return (
    <ul aria-label={label} className="max-h-80 overflow-y-auto rounded border border-line py-1 font-mono text-sm">
      {lines.slice(0, SHOWN).map(({ kind, text, at }) => (
        <li key={at} className={cn('flex gap-2 px-2', looks[kind].className)}>
          <span aria-hidden className="w-3 shrink-0 select-none">
            {looks[kind].sign}
          </span>
          <span className="min-w-0 whitespace-pre-wrap break-words">
            <span className="sr-only">{looks[kind].said}</span>
            {text || ' '}
          </span>
        </li>
      ))}
      {lines.length > SHOWN && <li className="px-2 text-muted">…</li>}
    </ul>
  )
}

function nearChanges(lines: readonly DifferentLine[]) {
  const changed = lines.map(({ kind }) => kind !== 'same')
  return lines
    .map((line, at) => ({ ...line, at }))
    .filter(({ at }) => changed.slice(Math.max(0, at - AROUND), at + AROUND + 1).includes(true))
}
