import { Link } from '@tanstack/react-router'
import CircleSlash from 'lucide-react/icons/circle-slash'
import { cn } from '#dashboard/lib/cn.ts'
import { useExistingRoutes } from '#dashboard/lib/existing-routes.ts'
import { sentence } from '#dashboard/lib/sentence.ts'
import { buttonVariants } from '#dashboard/ui/button.tsx'

export function DisabledNotice({ agentId, reason }: { agentId: string; reason: string | null }) {
  const settings = useExistingRoutes([{ path: '/agents/$agentId/settings', needs: 'updateAgentSettings' }], { agentId })
  return (
    <div className="flex flex-wrap items-center gap-3 rounded border border-warning-line bg-warning-soft px-3 py-2">
      <CircleSlash aria-hidden className="size-4 shrink-0 text-warning max-sm:mt-0.5 max-sm:self-start" />
      <p className="min-w-0 flex-1">
        <span className="font-medium text-warning">This agent is disabled.</span>{' '}
        <span className="text-ink-soft">
          {reason && `${sentence(reason)} `}Its sources can’t be added to, trained or deleted until it is enabled.
        </span>
      </p>
      {settings.map(({ link }) => (
        <Link key="settings" {...link} className={cn(buttonVariants({ size: 'sm' }), 'max-sm:w-full')}>
          Open settings
        </Link>
      ))}
    </div>
  )
}
