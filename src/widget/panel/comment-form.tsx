/** @jsxImportSource preact */
import { limits } from '#contract/limits.ts'
import { usePanel } from './context.ts'

interface CommentFormProps {
  /** What is asked for, as the field's label and in it. */
  label: string
  /** Called with what was written; nothing is a comment too: that there is none. */
  onComment: (comment: string) => void
}

/** One field and one button, for what a visitor may add to a rating. */
export function CommentForm({ label, onComment }: CommentFormProps) {
  const { words } = usePanel()
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault()
        onComment(String(new FormData(event.currentTarget).get('comment')).trim())
      }}
    >
      <input name="comment" maxLength={limits.ratingComment} dir="auto" aria-label={label} placeholder={label} />
      <button type="submit" class="primary">
        {words.submit}
      </button>
    </form>
  )
}
