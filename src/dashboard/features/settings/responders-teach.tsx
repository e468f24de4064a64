import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { fieldsAtOnce } from '#dashboard/api/optimistic.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { SwitchLine } from '#dashboard/components/switch-line.tsx'

/** A switch for whether responders may teach agents from conversations. It is saved at once. */
export function RespondersTeach() {
  const params = { organization: useOrganization().id }
  const organization = useQuery(api.getOrganization.queryOptions({ params }))
  const update = useMutation({
    ...api.updateOrganization.mutationOptions(),
    ...fieldsAtOnce(useQueryClient(), api.getOrganization.key({ params })),
  })
  return (
    <SwitchLine
      isOn={organization.data?.responders_teach}
      onChange={(responders_teach) => update.mutate({ params, body: { responders_teach } })}
      error={update.error}
    >
      Responders may teach agents what they answer in conversations
    </SwitchLine>
  )
}
