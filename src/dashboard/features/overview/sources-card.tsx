import { Link } from '@tanstack/react-router'
import { counted } from '#dashboard/lib/sizes.ts'
import { ChartCard } from './chart-card.tsx'
import type { NamedAgent, Overview } from './overview-search.ts'

type Source = Overview['sources']['most'][number]

interface SourcesCardProps {
  sources: Overview['sources']
  /** If there are several, each source has the name of its agent. Undefined in the overview of one agent. */
  agents?: readonly NamedAgent[] | undefined
}

/** A card with the sources cited most since the day on which the chosen range begins, and some of those not cited. */
export function SourcesCard({ sources, agents = [] }: SourcesCardProps) {
  const { most, never, never_count: total } = sources
  const nameOf = ({ agent_id }: Source) =>
    agents.length > 1 ? agents.find(({ id }) => id === agent_id)?.name : undefined
  const highest = Math.max(1, ...most.map(({ answers }) => answers))
  return (
    <ChartCard
      table={[['Source', 'Answers'], ...[...most, ...never].map(({ title, answers }) => [title, answers])]}
      title="What answers come from"
      description="Sources by how many answers have cited them since the day of UTC on which this time begins, through any channel."
    >
      {most.length === 0 ? (
        <p className="text-muted">No answer has cited a source since then.</p>
      ) : (
        <ol className="flex flex-col gap-1">
          {most.map((source) => (
            <li key={source.id} className="-mx-2 relative rounded px-2 py-1.5 hover:bg-hover">
              <div className="flex items-baseline gap-3">
                <SourceLink source={source} agentName={nameOf(source)} />
                <span className="font-medium tabular-nums">{source.answers.toLocaleString()}</span>
              </div>
              <div aria-hidden className="mt-1 h-1.5 overflow-hidden rounded-full bg-sunken">
                <div className="h-full rounded-full bg-ai" style={{ width: `${(source.answers / highest) * 100}%` }} />
              </div>
            </li>
          ))}
        </ol>
      )}
      {total > 0 && (
        <div className="mt-4 border-line border-t pt-3">
          <h3 className="font-medium">Not cited since then: {counted(total, 'source')}</h3>
          <ul className="mt-1 flex flex-col text-ink-soft">
            {never.map((source) => (
              <li key={source.id} className="-mx-2 relative flex rounded px-2 py-1 hover:bg-hover">
                <SourceLink source={source} agentName={nameOf(source)} />
              </li>
            ))}
            {total > never.length && (
              <li className="py-1 text-muted">and {(total - never.length).toLocaleString()} more</li>
            )}
          </ul>
        </div>
      )}
    </ChartCard>
  )
}

function SourceLink({ source, agentName }: { source: Source; agentName: string | undefined }) {
  return (
    <Link
      to="/agents/$agentId/knowledge/sources"
      params={{ agentId: source.agent_id }}
      search={{ source: source.id }}
      dir="auto"
      className="min-w-0 flex-1 truncate after:absolute after:inset-0"
    >
      {source.title}
      {agentName !== undefined && (
        <span dir="auto" className="ml-2 text-muted text-sm">
          {agentName}
        </span>
      )}
    </Link>
  )
}
