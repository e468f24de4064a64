import { Link } from '@tanstack/react-router'
import { curlExamples } from '#contract/curl.ts'
import { Card } from '#dashboard/components/card.tsx'
import { CodeBlock } from '#dashboard/components/code-block.tsx'

const lines = [
  ['createConversation', 'Begin a conversation'],
  ['sendMessage', 'Send what somebody asks'],
  ['listMessages', 'Read the answer'],
] as const

/** The command lines with which a program asks an agent. */
export function AgentLines({ agentId }: { agentId: string }) {
  return (
    <Card
      title="API"
      description={
        <>
          Asks this agent from a program of yours, with an{' '}
          <Link to="/settings/api-keys" className="underline underline-offset-2 hover:text-ink">
            API key
          </Link>
          . All else is in the{' '}
          <Link to="/developers" className="underline underline-offset-2 hover:text-ink">
            reference
          </Link>
          .
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {lines.map(([name, title]) => (
          <CodeBlock
            key={name}
            label={title}
            title={title}
            code={curlExamples(name, `${location.origin}/v1`, { agent: agentId })[0] ?? ''}
          />
        ))}
      </div>
    </Card>
  )
}
