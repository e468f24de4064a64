import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { api } from '#dashboard/api/api.ts'
import { call } from '#dashboard/api/client.ts'
import { FormDialog } from '#dashboard/components/dialog-form.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { PasswordInput } from '#dashboard/ui/password-input.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import type { Account } from './account-words.ts'
import { Outcome } from './add-dialog.tsx'
import { ModelChecks } from './model-checks.tsx'

/** Changes an account's name, key, address and models. Its provider is asked for the models when it opens. */
export function ChangeDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const before = account.models.map(({ slug }) => slug)
  const [name, setName] = useState(account.name)
  const [address, setAddress] = useState(account.base_url ?? '')
  const [key, setKey] = useState('')
  const [chosen, setChosen] = useState(before)
  const tested = useQuery({
    queryKey: ['modelsFound', account.id],
    queryFn: ({ signal }) => call('testModelAccount', { body: { id: account.id } }, { signal }),
    retry: false,
    staleTime: 60_000,
  })
  const update = api.updateModelAccount.useMutation({ onSuccess: onClose })
  const hasOtherModels = chosen.length !== before.length || chosen.some((slug) => !before.includes(slug))
  const isOtherAddress = account.base_url !== null && address !== account.base_url
  const body = {
    ...(name.trim() !== account.name && { name }),
    ...(key !== '' && { key }),
    ...(isOtherAddress && { base_url: address }),
    ...(hasOtherModels && { models: chosen }),
  }
  const isChanged = Object.keys(body).length > 0
  const found = [...new Set([...before, ...(tested.data?.models ?? [])])]
  const lost = account.models.filter(({ slug }) => !chosen.includes(slug))
  return (
    <FormDialog
      title={`Change ${account.name}`}
      losing={isChanged ? 'What you changed here will be lost.' : undefined}
      onClose={onClose}
      onSubmit={() => {
        if (update.isPending) return
        if (isChanged) update.mutate({ params: { account: account.id }, body })
        else onClose()
      }}
      submitLabel="Save"
      pending={update.isPending}
      disabled={isOtherAddress && key === ''}
      error={update.error}
    >
      <FormField label="Name">
        <Input
          value={name}
          onChange={({ target }) => setName(target.value)}
          maxLength={limits.modelAccountName}
          autoComplete="off"
        />
      </FormField>
      {account.base_url !== null && (
        <FormField label="Address">
          <Input value={address} onChange={({ target }) => setAddress(target.value)} type="url" autoComplete="off" />
        </FormField>
      )}
      <FormField
        label="New key"
        optional={!isOtherAddress}
        hint={
          isOtherAddress
            ? 'Needed, as the stored key belongs to the other address.'
            : `The stored one${account.key_last_four ? ` ends with ${account.key_last_four} and` : ''} stays if you write nothing.`
        }
      >
        <PasswordInput value={key} onChange={({ target }) => setKey(target.value.trim())} autoComplete="off" />
      </FormField>
      {tested.isPending && <Skeleton className="w-3/5" />}
      {tested.data && !tested.data.ok && <Outcome tested={tested.data} />}
      <ModelChecks found={found} chosen={chosen} onChoose={setChosen} />
      {lost.length > 0 && account.used_by > 0 && (
        <p className="text-muted text-sm">Agents that answer with a model you take away get Baton Built-in.</p>
      )}
    </FormDialog>
  )
}
