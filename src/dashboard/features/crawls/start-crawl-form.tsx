import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { startCrawlBody } from '#contract/crawls.ts'
import { api } from '#dashboard/api/api.ts'
import { applyFieldErrors } from '#dashboard/api/field-errors.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { addressHint } from './start-crawl-skeleton.tsx'
import { stepFocus } from './step-focus.ts'

/** Schema of the form; an address without scheme, such as `example.com`, is read as https. */
const formSchema = z.object({
  url: z
    .string()
    .transform((url) =>
      /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([:/?#]|$)/u.test(url.trim()) ? `https://${url.trim()}` : url,
    )
    .pipe(startCrawlBody.shape.url),
})

interface StartCrawlFormProps {
  agentId: string | undefined
  /** An address to fill in, so that it can be corrected. */
  url: string | undefined
}

export function StartCrawlForm({ agentId, url = '' }: StartCrawlFormProps) {
  const organization = useOrganization()
  const navigate = useNavigate()
  const form = useForm({ resolver: zodResolver(formSchema), defaultValues: { url } })
  const { errors } = form.formState
  useEffect(() => {
    if (url) form.setFocus('url', { shouldSelect: true })
  }, [form, url])
  const start = useMutation({
    ...api.startCrawl.mutationOptions(),
    onSuccess: ({ task_id: taskId }) =>
      void navigate({ to: '/crawls/$taskId', params: { taskId }, search: { agent: agentId } }),
    onError: (error) => applyFieldErrors(error, form.setError, ['url']),
  })
  const submit = form.handleSubmit((body) => {
    if (!start.isPending) start.mutate({ params: { organization: organization.id }, body })
  })
  return (
    <form ref={stepFocus} onSubmit={submit} noValidate className="flex flex-col gap-3">
      <div className="flex items-start gap-2 max-sm:flex-col max-sm:items-stretch max-sm:gap-4">
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
        <Button scope="source:create" type="submit" variant="primary" pending={start.isPending} className="sm:mt-6.5">
          Find pages {!start.isPending && <ArrowRight aria-hidden />}
        </Button>
      </div>
      {start.error && !errors.url && <ErrorNotice error={start.error} onRetry={() => void submit()} />}
    </form>
  )
}
