import { Link } from '@tanstack/react-router'
import type { Data } from '#contract/index.ts'
import { usePermissions } from '#dashboard/lib/permissions.ts'

/** What a check must expect so that a reply with this decision passes it. */
const expected = { answered: 'answers', unknown: 'refuses', handed_over: 'hands_over' } as const

interface SaveAsCheckProps {
  agentId: string
  question: string
  given: Pick<Data<'getAnswerTrace'>, 'decision'> & { citations: readonly { source_id: string }[] }
}

/** Adds a check that expects a reply's decision and first citation; only for people who may. */
export function SaveAsCheck({ agentId, question, given }: SaveAsCheckProps) {
  const { may } = usePermissions()
  if (!may('createCheck')) return null
  return (
    <Link
      to="/agents/$agentId/knowledge/checks"
      params={{ agentId }}
      search={{ add: 'check', question, expects: expected[given.decision], cites: given.citations[0]?.source_id }}
      className="self-start text-ink text-sm underline underline-offset-2"
    >
      Save as a check
    </Link>
  )
}
