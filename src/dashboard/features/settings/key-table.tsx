import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { type Column, DataTable } from '#dashboard/components/data-table.tsx'
import { counted } from '#dashboard/lib/sizes.ts'
import { exactTime, utcDay } from '#dashboard/lib/time.ts'
import { useNow } from '#dashboard/lib/use-now.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { presetOf } from './scope-presets.ts'

type Key = Data<'listApiKeys'>[number]

const SOON_DAYS = 14

const columns: readonly Column<Key>[] = [
  {
    id: 'name',
    header: 'Name',
    className: 'w-full max-w-0',
    cell: (key) => (
      <>
        <span className="block truncate font-medium">{key.name}</span>
        <span className="font-mono text-muted text-xs">baton_…{key.last_four}</span>
        <span className="block text-sm sm:hidden">
          <span className="text-muted">Expires:</span> <Expiry apiKey={key} />
        </span>
      </>
    ),
  },
  {
    id: 'scopes',
    header: 'Scopes',
    className: 'whitespace-nowrap',
    cell: ({ scopes }) => <Scopes scopes={scopes} />,
  },
  {
    id: 'expires',
    header: 'Expires',
    from: 'sm',
    className: 'whitespace-nowrap',
    cell: (key) => <Expiry apiKey={key} />,
  },
  {
    id: 'used',
    header: 'Last used',
    from: 'md',
    className: 'whitespace-nowrap text-muted',
    cell: ({ last_used_at }) => (last_used_at ? <RelativeTime value={last_used_at} /> : 'Never'),
  },
  {
    id: 'created',
    header: 'Created',
    from: 'lg',
    className: 'whitespace-nowrap text-muted',
    cell: ({ created_at }) => <RelativeTime value={created_at} />,
  },
  {
    id: 'revoke',
    header: <span className="sr-only">Revoke</span>,
    className: 'w-0 pl-0',
    cell: (key) => <Revoke apiKey={key} />,
  },
]

export function KeyTable({ keys }: { keys: readonly Key[] | undefined }) {
  return <DataTable label="API keys" columns={columns} rows={keys} rowKey={({ id }) => id} skeletonRows={3} />
}

function Scopes({ scopes }: Pick<Key, 'scopes'>) {
  const preset = presetOf(scopes)
  return (
    <Badge title={scopes.join('\n')}>
      {preset?.label ?? counted(scopes.length, 'scope')}
      <span className="sr-only">: {scopes.join(', ')}</span>
    </Badge>
  )
}

function Expiry({ apiKey: { expires_at } }: { apiKey: Key }) {
  const now = useNow()
  if (!expires_at) return <span className="text-muted">Never</span>
  const days = (Date.parse(expires_at) - now) / 86_400_000
  const exact = `${exactTime(expires_at)} on your clock`
  // The day as it was chosen, in UTC: the key stops working when that day begins.
  const day = utcDay(expires_at)
  if (days > SOON_DAYS) return <span title={exact}>{day}</span>
  return (
    <Badge tone={days <= 0 ? 'danger' : 'warning'} title={exact}>
      {days <= 0 ? `Expired ${day}` : day}
    </Badge>
  )
}

function Revoke({ apiKey }: { apiKey: Key }) {
  const [asking, setAsking] = useState(false)
  const revoke = api.revokeApiKey.useMutation()
  return (
    <>
      <IconButton icon={Trash2} size="sm" label={`Revoke ${apiKey.name}`} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Revoke “${apiKey.name}”?`}
        description={
          <>
            The next request with <span className="font-mono text-sm">baton_…{apiKey.last_four}</span> is refused. It
            can’t be brought back.
            {apiKey.last_used_at && (
              <span className="mt-1 block">
                Last used <RelativeTime value={apiKey.last_used_at} />.
              </span>
            )}
          </>
        }
        confirmLabel="Revoke key"
        mutation={revoke}
        onConfirm={() => revoke.mutate({ params: { key: apiKey.id } })}
      />
    </>
  )
}
