import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { providerNames } from '#contract/model-enums.ts'
import { api } from '#dashboard/api/api.ts'
import { useAgents } from '#dashboard/api/use-agents.ts'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { counted } from '#dashboard/lib/sizes.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { AccountProblem } from './account-problem.tsx'
import { type Account, statuses } from './account-words.ts'

const ChangeDialog = late(() => import('./change-dialog.tsx'), 'ChangeDialog')

/** An account in the list, with how it fares and, for those who may, what can be done with it. */
export function AccountLine({ account }: { account: Account }) {
  const { may } = usePermissions()
  const { name, provider, base_url, key_last_four, models, status, error, used_by } = account
  const [asked, setAsked] = useState<'change' | 'delete'>()
  const { label, tone } = statuses[status]
  const facts = [
    name !== providerNames[provider] && providerNames[provider],
    base_url && new URL(base_url).host,
    key_last_four && `Key ends with ${key_last_four}`,
    used_by === 0 ? 'No agent uses it' : used_by === 1 ? '1 agent uses it' : `${used_by} agents use it`,
  ].filter(Boolean)
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-5 py-4">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2 className="min-w-0 break-words font-semibold">{name}</h2>
          <Badge tone={tone}>{label}</Badge>
        </div>
        <p className="break-words text-muted text-sm">{facts.join(' · ')}</p>
        <p className="break-words text-muted text-sm">
          {models.length === 0 ? 'No models chosen' : models.map((model) => model.name).join(', ')}
        </p>
        {error && <AccountProblem account={account} error={error} onChange={() => setAsked('change')} />}
      </div>
      {may('updateModelAccount') && (
        <div className="-mr-2 flex items-center max-sm:-ml-2">
          <IconButton icon={Pencil} size="sm" label={`Change ${name}`} onClick={() => setAsked('change')} />
          <IconButton icon={Trash2} size="sm" label={`Delete ${name}`} onClick={() => setAsked('delete')} />
        </div>
      )}
      {asked === 'change' && <ChangeDialog account={account} onClose={() => setAsked(undefined)} />}
      {asked === 'delete' && <DeleteQuestion account={account} onClose={() => setAsked(undefined)} />}
    </li>
  )
}

function DeleteQuestion({ account, onClose }: { account: Account; onClose: () => void }) {
  const agents = useAgents()
  const remove = api.deleteModelAccount.useMutation({ onSuccess: onClose })
  const users = agents.data?.filter(({ model }) => account.models.some(({ id }) => id === model.id)) ?? []
  const count = account.used_by
  const names =
    users.length === count ? new Intl.ListFormat('en').format(users.map(({ name }) => name)) : counted(count, 'agent')
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${account.name}?`}
      description={
        count > 0
          ? `${names} ${count === 1 ? 'answers' : 'answer'} with it, and will answer with Baton Built-in, the default model, from now on. The key is deleted here, not at the provider.`
          : 'No agent answers with it. The key is deleted here, not at the provider.'
      }
      confirmLabel="Delete account"
      mutation={remove}
      onConfirm={() => remove.mutate({ params: { account: account.id } })}
    />
  )
}
