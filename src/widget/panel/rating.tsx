/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { limits } from '#contract/limits.ts'
import { usePanel } from './context.ts'

type Score = 'good' | 'bad'

/** Once a conversation is closed: how was it, what else there is to say of that, and that it may go on. */
export function Rating({ rated }: { rated: Score | undefined }) {
  const { chat, words } = usePanel()
  const [score, setScore] = useState(rated)
  const [isAsked, setAsked] = useState(false)
  const [problem, setProblem] = useState('')
  const rate = (given: Score, comment?: string) =>
    chat.rate({ score: given, ...(comment && { comment }) }).then(
      () => {
        setScore(given)
        setAsked(comment === undefined)
        setProblem('')
      },
      () => setProblem(words.personFailed),
    )
  return (
    <div class="bar">
      <p role="status">{score ? words.rated : words.howWasIt}</p>
      <div class="row">
        {(['good', 'bad'] as const).map((given) => (
          <button type="button" key={given} class="plain" aria-pressed={score === given} onClick={() => rate(given)}>
            {words[given]}
          </button>
        ))}
      </div>
      {score && isAsked && <CommentForm onComment={(comment) => rate(score, comment)} />}
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
