import type { ReactNode } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { sentence } from '#dashboard/lib/sentence.ts'
import { counted } from '#dashboard/lib/sizes.ts'
import { Checkbox } from '#dashboard/ui/checkbox.tsx'

const MOST = 20 // lines listed; further ones are only counted

interface LineNote {
  number: number
  line: string
  message: string
}

interface UrlLineNotesProps {
  problems: readonly LineNote[]
  /** Whether lines with a problem are left out instead of being corrected. */
  leavingOut: boolean
  onLeaveOut: (leavingOut: boolean) => void
  /** Lines with the address of a page that is a source already. */
  known: readonly LineNote[]
  /** Number of lines that repeat another line. */
  repeated: number
  again: boolean
  onAgain: (again: boolean) => void
}

/** Lines to correct or leave out, those that are sources already, and the number of repetitions. */
export function UrlLineNotes(props: UrlLineNotesProps) {
  const { problems, leavingOut, onLeaveOut, known, repeated, again, onAgain } = props
  return (
    <>
      {problems.length > 0 && (
        <div className="flex flex-col gap-2">
          <NoteList
            label={leavingOut ? 'Lines left out' : 'Lines to mend'}
            notes={problems}
            className={leavingOut ? 'text-muted' : 'text-danger'}
          />
          <Choice chosen={leavingOut} onChoose={onLeaveOut}>
            {problems.length === 1 ? 'Leave it out' : `Leave these ${problems.length.toLocaleString()} out`}
          </Choice>
        </div>
      )}
      {known.length > 0 && (
        <div className="flex flex-col gap-2">
          <NoteList label="Sources already" notes={known} className="text-muted" />
          <Choice chosen={again} onChoose={onAgain}>
            {known.length === 1 ? 'Add it a second time' : `Add these ${known.length.toLocaleString()} a second time`}
          </Choice>
        </div>
      )}
      <p aria-live="polite" className="text-muted text-sm empty:hidden">
        {repeated > 0 && `${counted(repeated, 'repeated line')} left out.`}
      </p>
    </>
  )
}

interface ChoiceProps {
  chosen: boolean
  onChoose: (chosen: boolean) => void
  children: ReactNode
}

function Choice({ chosen, onChoose, children }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside
    <label className="flex cursor-pointer items-center gap-2 text-sm">
      <Checkbox checked={chosen} onChange={(event) => onChoose(event.target.checked)} />
      {children}
    </label>
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
