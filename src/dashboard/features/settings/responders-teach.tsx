import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { showAtOnce } from '#dashboard/api/optimistic.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { Switch } from '#dashboard/ui/switch.tsx'

type Organization = Data<'getOrganization'>

/** Whether responders may teach agents from conversations. Saved at once. */
export function RespondersTeach({ organizationId }: { organizationId: string }) {
  const client = useQueryClient()
  const id = useId()
  const params = { organization: organizationId }
  const organization = useQuery(api.getOrganization.queryOptions({ params }))
  const update = useMutation({
    ...api.updateOrganization.mutationOptions(),
    onMutate: ({ body }) =>
      showAtOnce<Organization>(
        client,
        [api.getOrganization.key({ params })],
        (cached) => ({ ...cached, ...body }) as Organization,
      ),
    onError: (_error, _variables, undo) => undo?.(),
  })
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <Switch
          id={id}
          checked={organization.data?.responders_teach ?? true}
          disabled={!organization.data}
          onChange={({ target }) => update.mutate({ params, body: { responders_teach: target.checked } })}
        />
        <label htmlFor={id}>Responders may teach agents what they answer in conversations</label>
      </div>
      {update.error && <ErrorNotice error={update.error} act="It was not changed" />}
    </div>
  )
}
