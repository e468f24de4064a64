import StickyNote from 'lucide-react/icons/sticky-note'
import { Markdown } from '#dashboard/components/markdown.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { endlessWordClass } from '#dashboard/lib/endless-word.ts'
import { clockTime, exactTime } from '#dashboard/lib/time.ts'
import { doerOf, type ThreadEntry } from './messages.ts'
import { NoteActions } from './note-actions.tsx'
import type { ConversationIds } from './query.ts'

/** A note, in a colour of its own, as no visitor ever sees it. */
export function Note({ ids, entry, reader }: { ids: ConversationIds; entry: ThreadEntry; reader: string | undefined }) {
  const { note, created_at } = entry
  if (!note) return null
  const author = doerOf(entry, reader)
  return (
    <article aria-label={`Note by ${author}, ${clockTime(created_at)}`} className="flex flex-col items-end pt-3">
      <p className="mb-1 flex max-w-full items-baseline gap-2 px-0.5 text-xs">
        <span className="inline-flex min-w-0 items-center gap-1 font-medium text-warning">
          <StickyNote aria-hidden className="size-3.5 shrink-0 self-center" />
          <span className="truncate">{author === 'You' ? 'Your note' : `Note by ${author}`}</span>
        </span>
        <time dateTime={created_at} title={exactTime(created_at)} className="shrink-0 text-muted tabular-nums">
          {clockTime(created_at)}
          {note.edited_at !== null && ', edited'}
        </time>
        <NoteActions ids={ids} entry={entry} reader={reader} />
      </p>
      <div
        className={cn(
          'min-w-0 max-w-[min(40rem,88%)] rounded-lg border border-warning-line bg-warning-soft px-3 py-2',
          endlessWordClass(note.content),
        )}
      >
        <Markdown text={note.content} />
      </div>
    </article>
  )
}
