import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { webUrl } from '#contract/fields.ts'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { placeErrors } from '#dashboard/api/field-errors.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { Select } from '#dashboard/ui/select.tsx'
import { addressHint } from './add-site-skeleton.tsx'

/** Schema of the form; an address without scheme, such as `example.com`, is read as https. */
const formSchema = z.object({
  url: z
    .string()
    .transform((url) =>
      /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([:/?#]|$)/u.test(url.trim()) ? `https://${url.trim()}` : url,
    )
    .pipe(webUrl()),
  agent_id: z.string().min(1, 'must be chosen'),
})

interface AddSiteFormProps {
  /** Id of the agent that is to learn the website; undefined if it is to be chosen in the form. */
  agentId?: string
  /** The agents to choose from if `agentId` is undefined. */
  agents?: Data<'listAgents'>
}

/** A form to add a website. It starts the first crawl, and opens the screen of the website. */
export function AddSiteForm({ agentId, agents = [] }: AddSiteFormProps) {
  const organization = useOrganization()
  const navigate = useNavigate()
  const usable = agents.filter(({ is_disabled }) => !is_disabled)
  const only = usable.length === 1 ? usable[0]!.id : ''
  const form = useForm({ resolver: zodResolver(formSchema), defaultValues: { url: '', agent_id: agentId ?? only } })
  const { errors } = form.formState
  const { onError, notice } = placeErrors(form.setError, ['url', 'agent_id'])
  const create = useMutation({
    ...api.createSite.mutationOptions(),
    onSuccess: ({ id, agent_id }) =>
      void navigate({
        to: '/agents/$agentId/knowledge/websites/$siteId',
        params: { agentId: agent_id, siteId: id },
      }),
    onError,
  })
  const submit = form.handleSubmit((body) => {
    if (!create.isPending) create.mutate({ params: { organization: organization.id }, body })
  })
  const error = notice(create.error)
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <div className="flex items-start gap-3 max-sm:flex-col max-sm:items-stretch max-sm:gap-4">
        <FormField label="Address" hint={addressHint} error={errors.url?.message} className="flex-1">
          {(field) => (
            <Input
              {...field}
              {...form.register('url')}
              type="url"
              inputMode="url"
              autoComplete="url"
              placeholder="https://example.com"
            />
          )}
        </FormField>
        {agentId === undefined && (
          <FormField label="For agent" error={errors.agent_id?.message} className="sm:w-56">
            {(field) => (
              <Select {...field} {...form.register('agent_id')}>
                {!only && <option value="">Choose an agent…</option>}
                {agents.map(({ id, name, is_disabled }) => (
                  <option key={id} value={id} disabled={is_disabled}>
                    {is_disabled ? `${name} (disabled)` : name}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
        )}
        <Button type="submit" variant="primary" pending={create.isPending} className="sm:mt-6.5">
          Find pages {!create.isPending && <ArrowRight aria-hidden />}
        </Button>
      </div>
      {error !== null && <ErrorNotice error={error} onRetry={() => void submit()} />}
    </form>
  )
}
