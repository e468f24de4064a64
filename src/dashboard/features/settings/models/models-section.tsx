import Plug from 'lucide-react/icons/plug'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { api } from '#dashboard/api/api.ts'
import { EmptyState } from '#dashboard/components/empty-state.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { LineList } from '../line-list.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { AccountLine } from './account-line.tsx'

const AddDialog = late(() => import('./add-dialog.tsx'), 'AddDialog')

/** The organization's own accounts with providers of AI models. */
export function ModelsSection() {
  const { may } = usePermissions()
  const accounts = api.listModelAccounts.useQuery()
  const [isAdding, setAdding] = useState(false)
  const isFull = (accounts.data?.length ?? 0) >= limits.modelAccounts
  const mayAdd = may('createModelAccount')
  const canAdd = mayAdd && !isFull && accounts.data !== undefined
  useShortcut('n', 'Add an account', () => setAdding(true), { enabled: canAdd })
  const add = mayAdd && (
    <Button
      variant="primary"
      disabled={!canAdd}
      onClick={() => setAdding(true)}
      onPointerEnter={AddDialog.preload}
      onFocus={AddDialog.preload}
    >
      <Plus aria-hidden /> Add account
    </Button>
  )
  return (
    <SettingsSection
      title="Models"
      description={
        isFull
          ? `An organization has at most ${limits.modelAccounts} accounts: delete one to add another.`
          : 'Your own accounts with providers of AI models. Their replies cost no credits; the provider bills you.'
      }
      actions={accounts.data?.length !== 0 && add}
    >
      <LineList
        label="Accounts"
        query={accounts}
        none={
          <EmptyState icon={Plug} title="No accounts yet" action={add}>
            Agents answer with the built-in model, from your sources alone. A larger model words its answers more freely
            and understands longer questions.
            {!mayAdd && ' An owner or admin can connect one.'}
          </EmptyState>
        }
        line={(account) => <AccountLine key={account.id} account={account} />}
      />
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
    </SettingsSection>
  )
}
