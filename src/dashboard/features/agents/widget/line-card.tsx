import { Link } from '@tanstack/react-router'
import { Card } from '#dashboard/components/card.tsx'
import { CodeBlock } from '#dashboard/components/code-block.tsx'
import { StepTitle } from './step-title.tsx'

interface LineCardProps {
  agentId: string
  /** Whether there is a website that may show the chat. Until then the line would do nothing. */
  isAllowed: boolean
  /** Whether a website has asked for the chat. */
  isPlaced: boolean
}

/** The line that puts the chat into a website's pages. */
export function LineCard({ agentId, isAllowed, isPlaced }: LineCardProps) {
  return (
    <Card title={<StepTitle number={2} text="Copy this line" isDone={isAllowed && isPlaced} />}>
      {isAllowed ? (
        <div className="flex flex-col gap-3">
          <CodeBlock
            label="Line for your pages"
            title="For every page with the chat"
            code={`<script async src="${location.origin}/widget/${agentId}.js"></script>`}
            wraps
          />
          <p className="text-pretty text-muted">
            To know who is writing, let your server sign a token:{' '}
            <Link
              to="/agents/$agentId/developers"
              params={{ agentId }}
              hash="visitors-identity"
              className="underline underline-offset-2 hover:text-ink"
            >
              visitors’ identity
            </Link>
            . Your page hands it over with <code className="font-mono text-sm">Baton('identify', token)</code>.
          </p>
        </div>
      ) : (
        <p className="text-muted">Allow a website first. The line for its pages is here then.</p>
      )}
    </Card>
  )
}

/** The address of the chat's own page, which needs no website. */
export function LinkCard({ agentId }: { agentId: string }) {
  return (
    <Card title="Or share a link">
      <CodeBlock
        label="Link to the chat’s own page"
        title="The chat’s own page"
        code={`${location.origin}/chat/${agentId}`}
        wraps
      />
    </Card>
  )
}
