/** @jsxImportSource preact */
import { useRef, useState } from 'preact/hooks'
import { limits } from '#contract/limits.ts'
import { usePanel } from './context.ts'
import type { State } from './types.ts'

type Rated = NonNullable<NonNullable<State['conversation']>['rating']>
type Score = Rated['score']

/** Shown once a conversation is closed: asks how it was and for a comment, and says that writing reopens it. */
export function Rating({ known }: { known: Rated | null }) {
  const { chat, words } = usePanel()
  const [rated, setRated] = useState(known)
  const [isAsked, setAsked] = useState(false)
  const [problem, setProblem] = useState('')
  const status = useRef<HTMLParagraphElement>(null)
  const rate = async (score: Score, comment: string): Promise<boolean> => {
    try {
      await chat.rate({ score, comment })
    } catch {
      setProblem(words.personFailed)
      return false
    }
    setRated({ score, comment })
    setProblem('')
    return true
  }
  const choose = async (score: Score) => {
    // The visitor's comment is kept when they choose another score.
    if (score === rated?.score || (await rate(score, rated?.comment ?? ''))) setAsked(true)
  }
  const explain = async (comment: string) => {
    if (!rated || !(await rate(rated.score, comment))) return
    status.current?.focus() // the form, which has the focus, is taken away
    setAsked(false)
  }
  return (
    <div class="bar">
      <p role="status" tabIndex={-1} ref={status}>
        {rated ? words.rated : words.howWasIt}
      </p>
      <div class="row">
        {(['good', 'bad'] as const).map((score) => (
          <button
            type="button"
            key={score}
            class="plain"
            aria-pressed={rated?.score === score}
            onClick={() => choose(score)}
          >
            {words[score]}
          </button>
        ))}
      </div>
      {rated && isAsked && <CommentForm onComment={explain} />}
      {problem && <p role="alert">{problem}</p>}
      <p>{words.again}</p>
    </div>
  )
}

function CommentForm({ onComment }: { onComment: (comment: string) => void }) {
  const { words } = usePanel()
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault()
        onComment(String(new FormData(event.currentTarget).get('comment')))
      }}
    >
      <textarea
        name="comment"
        rows={2}
        required
        maxLength={limits.ratingComment}
        dir="auto"
        aria-label={words.comment}
        placeholder={words.comment}
      />
      <button type="submit" class="primary">
        {words.submit}
      </button>
    </form>
  )
}
