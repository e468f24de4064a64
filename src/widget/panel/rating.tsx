/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { usePanel } from './context.ts'

/** Once a conversation is closed: how was it, and that it may go on. */
export function Rating({ rated }: { rated: 'good' | 'bad' | undefined }) {
  const { chat, words } = usePanel()
  const [score, setScore] = useState(rated)
  const [problem, setProblem] = useState('')
  const rate = (given: 'good' | 'bad') =>
    chat.rate({ score: given }).then(
      () => setScore(given),
      () => setProblem(words.personFailed),
    )
  return (
    <div class="bar">
      <p>{score ? words.rated : words.comment}</p>
      <div class="row">
        {(['good', 'bad'] as const).map((given) => (
          <button type="button" key={given} class="plain" aria-pressed={score === given} onClick={() => rate(given)}>
            {words[given]}
          </button>
        ))}
      </div>
      {problem && <p role="alert">{problem}</p>}
      <p>{words.again}</p>
    </div>
  )
}
