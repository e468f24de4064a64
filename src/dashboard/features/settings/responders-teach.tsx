import { useQueryClient } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { fieldsAtOnce } from '#dashboard/api/optimistic.ts'
import { SwitchLine } from '#dashboard/components/switch-line.tsx'

/** A switch for whether responders may teach agents from conversations. It is saved at once. */
export function RespondersTeach() {
  const organization = api.getOrganization.useQuery()
  const update = api.updateOrganization.useMutation(fieldsAtOnce(useQueryClient(), api.getOrganization.key({})))
  return (
    <SwitchLine
      isOn={organization.data?.responders_teach}
      onChange={(responders_teach) => update.mutate({ body: { responders_teach } })}
      error={update.error}
    >
      Responders may teach agents what they answer in conversations
    </SwitchLine>
  )
}
