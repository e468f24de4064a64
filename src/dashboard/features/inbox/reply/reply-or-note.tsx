import { Button } from '#dashboard/ui/button.tsx'

const tabClass = 'aria-pressed:bg-sunken aria-pressed:text-ink'

/** Chooses between a reply to the visitor and a note for the team. */
export function ReplyOrNote(props: { isNote: boolean; onReply: () => void; onNote: () => void }) {
  const { isNote, onReply, onNote } = props
  return (
    <fieldset aria-label="What you write" className="flex gap-1">
      <Button size="sm" variant="ghost" aria-pressed={!isNote} className={tabClass} onClick={onReply}>
        Reply
      </Button>
      <Button
        size="sm"
        variant="ghost"
        aria-pressed={isNote}
        aria-keyshortcuts="n"
        className={tabClass}
        onClick={onNote}
      >
        Note
      </Button>
    </fieldset>
  )
}
