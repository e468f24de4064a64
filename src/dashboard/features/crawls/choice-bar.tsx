import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { api } from '#dashboard/api/api.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { cn } from '#dashboard/lib/cn.ts'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { counted } from '#dashboard/lib/sizes.ts'
import { Button, buttonVariants } from '#dashboard/ui/button.tsx'
import { Select } from '#dashboard/ui/select.tsx'
import { planRun } from './crawl-run.ts'
import type { AgentChoice } from './use-agent-choice.ts'

interface ChoiceBarProps {
  taskId: string
  chosen: ReadonlySet<number>
  /** False while it is unknown which pages are sources already. */
  ready: boolean
  agents: AgentChoice
  onAgent: (id: string | undefined) => void
  onCreate: () => void
}

/**
 * A bar with the number of chosen pages, the agent they are for, the plan's remaining quota, and the button to
 * continue.
 */
export function ChoiceBar({ taskId, chosen, ready, agents, onAgent, onCreate }: ChoiceBarProps) {
  const organization = useOrganization()
  const { may } = usePermissions()
  const { data } = useQuery({
    ...api.getOrganization.queryOptions({ params: { organization: organization.id } }),
    enabled: may('getOrganization'),
  })
  const left = data && Math.max(0, data.usage.urls.limit - data.usage.urls.used)
  const over = left !== undefined && chosen.size > left
  const agent = agents.chosen
  const create = () => {
    if (!agent) return
    planRun(taskId, agent.id, chosen)
    onCreate()
  }
  return (
    <div className="sticky bottom-0 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-canvas px-4 py-3">
      <p aria-live="polite" className="mr-auto tabular-nums">
        <span className="font-medium">{counted(chosen.size, 'page')} chosen</span>
        {left !== undefined && (
          <span className={cn('block text-sm', over ? 'text-danger' : 'text-muted')}>
            {over
              ? `${counted(chosen.size - left, 'page')} more than your plan has left`
              : `${counted(left, 'page')} left on your plan`}
          </span>
        )}
      </p>
      {agents.all?.length === 0 ? (
        <Link to="/agents" search={{ new: true }} className={buttonVariants({ variant: 'primary' })}>
          Create an agent first
        </Link>
      ) : (
        <>
          <Select
            aria-label="Agent"
            className="sm:w-56"
            value={agent?.id ?? ''}
            onChange={(event) => onAgent(event.target.value || undefined)}
          >
            {!agent && <option value="">Choose an agent…</option>}
            {agents.all?.map(({ id, name, is_disabled }) => (
              <option key={id} value={id} disabled={is_disabled}>
                {is_disabled ? `${name} (disabled)` : name}
              </option>
            ))}
          </Select>
          <Button
            variant="primary"
            className="max-sm:w-full"
            disabled={!agent || agent.is_disabled || !ready || over || chosen.size === 0}
            onClick={create}
          >
            Create {counted(chosen.size, 'source')} <ArrowRight aria-hidden />
          </Button>
        </>
      )}
    </div>
  )
}
