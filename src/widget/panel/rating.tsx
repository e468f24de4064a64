/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks'
import { CommentForm } from './comment-form.tsx'
import { usePanel } from './context.ts'
import type { Score } from './rated.ts'
import type { State } from './types.ts'
import { useAttempt } from './use-attempt.ts'

type Rated = NonNullable<NonNullable<State['conversation']>['rating']>

interface RatingProps {
  known: Rated | null
  /** Whether the visitor is asked for a comment, in place of the field to write in. */
  isAsked: boolean
  setAsked: (isAsked: boolean) => void
}

/** Shown once a conversation is closed: asks how it was and for a comment, and says that writing reopens it. */
export function Rating({ known, isAsked, setAsked }: RatingProps) {
  const { chat, words } = usePanel()
  const [rated, setRated] = useState(known)
  const { problem, attempt } = useAttempt()
  const status = useRef<HTMLParagraphElement>(null)
  // A conversation that goes on meanwhile, or another one that is closed later, is asked about anew.
  useEffect(() => () => setAsked(false), [setAsked])
  const rate = async (score: Score, comment: string): Promise<boolean> => {
    const isKept = await attempt(chat.rate({ score, comment }))
    if (isKept) setRated({ score, comment })
    return isKept
  }
  const choose = async (score: Score) => {
    const comment = rated?.comment ?? '' // is kept when they choose another score, and not asked for again
    if (score === rated?.score || (await rate(score, comment))) setAsked(comment === '')
  }
  const explain = async (comment: string) => {
    if (!rated || (comment !== '' && !(await rate(rated.score, comment)))) return
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
      {rated && isAsked && <CommentForm label={words.comment} onComment={explain} />}
      {problem && <p role="alert">{problem}</p>}
      {!isAsked && <p>{words.again}</p>}
    </div>
  )
}
