import type { ReactNode } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { sentence } from '#dashboard/lib/sentence.ts'
import { counted } from '#dashboard/lib/sizes.ts'
import { Checkbox } from '#dashboard/ui/checkbox.tsx'

const MOST = 20 // lines that are shown; the rest are counted

/** Something to say about one line. */
export interface LineNote {
  number: number
  line: string
  message: string
}

interface UrlLineNotesProps {
  problems: readonly LineNote[]
  /** Lines with a page that is a source already. */
  known: readonly LineNote[]
  /** How many lines say what another says. */
  repeated: number
  /** Whether the known pages are to be added all the same. */
  again: boolean
  onAgain: (again: boolean) => void
}

/** What is said about single lines: those to mend, and those that are left out. */
export function UrlLineNotes({ problems, known, repeated, again, onAgain }: UrlLineNotesProps) {
  return (
    <>
      {problems.length > 0 && <NoteList label="Lines to mend" notes={problems} className="text-danger" />}
      {known.length > 0 && (
        <div className="flex flex-col gap-2">
          <NoteList label="Sources already" notes={known} className="text-muted" />
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside */}
          <label className="flex cursor-pointer items-center gap-2 text-sm">
            <Checkbox checked={again} onChange={(event) => onAgain(event.target.checked)} />
            {known.length === 1 ? 'Add it a second time' : `Add these ${known.length.toLocaleString()} a second time`}
          </label>
        </div>
      )}
      <p aria-live="polite" className="text-muted text-sm empty:hidden">
        {repeated > 0 && `${counted(repeated, 'repeated line')} left out.`}
      </p>
    </>
  )
}

interface NoteListProps {
  label: string
  notes: readonly LineNote[]
  className: string
}

function NoteList({ label, notes, className }: NoteListProps): ReactNode {
  return (
    <ul aria-label={label} aria-live="polite" className="flex flex-col gap-1 text-sm">
      {notes.slice(0, MOST).map(({ number, line, message }) => (
        <li key={number} className={cn('flex gap-2', className)}>
          <span className="shrink-0 tabular-nums">Line {number}</span>
          <span className="min-w-0 flex-1">
            <span className="block truncate font-mono text-ink-soft" title={line}>
              {line}
            </span>
            {sentence(message)}
          </span>
        </li>
      ))}
      {notes.length > MOST && <li className="text-muted">…and {notes.length - MOST} more</li>}
    </ul>
  )
}
