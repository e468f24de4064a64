import { useQueryClient } from '@tanstack/react-query'
import { Button } from '#dashboard/ui/button.tsx'
import { useExampleQuestions } from './example-questions.ts'
import { ask, draftFor } from './trial.ts'

/** Questions to begin a trial with; each is asked by a click. */
export function Examples({ agentId }: { agentId: string }) {
  const client = useQueryClient()
  const questions = useExampleQuestions(agentId)
  if (questions.length === 0) return null
  return (
    <ul aria-label="Questions to ask" className="mt-4 flex flex-col items-center gap-2">
      {questions.map((question) => (
        <li key={question} className="max-w-full">
          <Button
            size="sm"
            className="h-auto max-w-full whitespace-normal py-1"
            onClick={() => {
              draftFor(agentId).set(question)
              void ask(client, agentId)
            }}
          >
            {question}
          </Button>
        </li>
      ))}
    </ul>
  )
}
