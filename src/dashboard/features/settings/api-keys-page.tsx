import { getRouteApi, Link } from '@tanstack/react-router'
import KeyRound from 'lucide-react/icons/key-round'
import Plus from 'lucide-react/icons/plus'
import { api } from '#dashboard/api/api.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { EmptyState } from '#dashboard/components/empty-state.tsx'
import { ErrorState } from '#dashboard/components/error-state.tsx'
import { Page } from '#dashboard/components/page.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { Button, buttonVariants } from '#dashboard/ui/button.tsx'
import { KeyTable } from './key-table.tsx'

const route = getRouteApi('/_app/settings_/api-keys')
const NewKeyDialog = late(() => import('./new-key-dialog.tsx'), 'NewKeyDialog')

export function ApiKeysPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const organization = useOrganization()
  const keys = api.listApiKeys.useQuery()
  const showDialog = (shown: boolean) => void navigate({ search: shown ? { new: true } : {}, resetScroll: false })
  const entitled = organization.plan !== 'free'
  useShortcut('n', 'New API key', () => showDialog(true), { enabled: entitled })
  const newKey = entitled && (
    <Button variant="primary" onClick={() => showDialog(true)}>
      <Plus aria-hidden /> New key
    </Button>
  )
  return (
    <Page
      title="API keys"
      description="For your own servers. A key works for this organization alone."
      actions={newKey}
    >
      {!entitled && (
        <div className="flex flex-wrap items-center gap-3 rounded border border-warning-line bg-warning-soft px-3 py-2">
          <p className="min-w-0 flex-1">
            <span className="font-medium text-warning">The free plan does not include the API.</span>{' '}
            <span className="text-ink-soft">Keys made before stop working until the plan changes.</span>
          </p>
          <Link to="/settings/plan" className={buttonVariants({ size: 'sm' })}>
            Change plan
          </Link>
        </div>
      )}
      {keys.data === undefined && keys.error ? (
        <ErrorState error={keys.error} onRetry={() => void keys.refetch()} />
      ) : keys.data?.length === 0 ? (
        <EmptyState icon={KeyRound} title="No keys yet" action={newKey || undefined}>
          A key lets a program of yours use this server’s API: create agents, send visitors’ messages, read replies.
        </EmptyState>
      ) : (
        <KeyTable keys={keys.data} />
      )}
      {search.new && entitled && <NewKeyDialog onClose={() => showDialog(false)} />}
    </Page>
  )
}
