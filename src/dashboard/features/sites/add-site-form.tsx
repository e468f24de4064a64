import { useNavigate } from '@tanstack/react-router'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { z } from 'zod'
import { webUrl } from '#contract/fields.ts'
import { api } from '#dashboard/api/api.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { useCheckedForm } from '#dashboard/components/use-checked-form.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { addressHint } from './add-site-skeleton.tsx'
import { useAddSite } from './use-add-site.ts'

/** Schema of the form; an address without scheme, such as `example.com`, is read as https. */
const formSchema = z.object({
  url: z
    .string()
    .transform((url) =>
      /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([:/?#]|$)/u.test(url.trim()) ? `https://${url.trim()}` : url,
    )
    .pipe(webUrl()),
})

interface AddressFormProps {
  /** Called with a valid address when the form is sent. */
  onSend: (url: string, onError: (error: unknown) => void) => void
  pending: boolean
  error: unknown
}

/** A form to add a website to an agent. It starts the first crawl, and opens the screen of the website. */
export function AddSiteForm({ agentId }: { agentId: string }) {
  const { add, isPending, error } = useAddSite(agentId)
  return <AddressForm onSend={add} pending={isPending} error={error} />
}

/** A form to find the pages of a website. It starts a crawl, and opens the screen where its pages are chosen. */
export function StartCrawlForm() {
  const navigate = useNavigate()
  const start = api.startCrawl.useMutation({
    onSuccess: ({ task_id }) => void navigate({ to: '/crawls/$taskId', params: { taskId: task_id } }),
  })
  const send = (url: string, onError: (error: unknown) => void) => start.mutate({ body: { url } }, { onError })
  return <AddressForm onSend={send} pending={start.isPending} error={start.error} />
}

function AddressForm({ onSend, pending, error: problem }: AddressFormProps) {
  const { form, onError, notice } = useCheckedForm(formSchema, { url: '' })
  const { errors } = form.formState
  const submit = form.handleSubmit(({ url }) => {
    if (!pending) onSend(url, onError)
  })
  const error = notice(problem)
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <div className="flex items-start gap-3 max-sm:flex-col max-sm:items-stretch max-sm:gap-4">
        <FormField label="Address" hint={addressHint} error={errors.url?.message} className="flex-1">
          <Input
            {...form.register('url')}
            type="url"
            inputMode="url"
            autoComplete="url"
            placeholder="https://example.com"
          />
        </FormField>
        <Button type="submit" variant="primary" pending={pending} className="sm:mt-6.5">
          Find pages {!pending && <ArrowRight aria-hidden />}
        </Button>
      </div>
      {error !== null && <ErrorNotice error={error} onRetry={() => void submit()} />}
    </form>
  )
}
