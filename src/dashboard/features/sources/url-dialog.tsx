import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { urlSourceBody } from '#contract/sources.ts'
import { api } from '#dashboard/api/api.ts'
import { fieldErrors } from '#dashboard/api/field-errors.ts'
import { DialogForm } from '#dashboard/components/dialog-form.tsx'
import { useDiscard } from '#dashboard/components/discard.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { sentence } from '#dashboard/lib/sentence.ts'
import { counted } from '#dashboard/lib/sizes.ts'
import { Dialog, DialogContent } from '#dashboard/ui/dialog.tsx'
import { Textarea } from '#dashboard/ui/textarea.tsx'
import { toast } from '#dashboard/ui/toast.tsx'
import { Allowance } from './allowance.tsx'
import { readUrlLines } from './url-lines.ts'

const checkUrl = (url: string) => urlSourceBody.shape.urls.element.safeParse(url).error?.issues[0]?.message

/** Pages by address, one a line; each line is checked as it is written. */
export function UrlDialog({ agentId, onClose }: { agentId: string; onClose: () => void }) {
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const { lines, urls } = readUrlLines(text, checkUrl)
  const create = useMutation({
    ...api.createSource.mutationOptions(),
    onSuccess: () => {
      toast.success(`Training on ${counted(urls.length, 'page')} has begun`)
      onClose()
    },
  })
  const refused = refusedUrls(create.error, create.variables?.body)
  const problems = lines.flatMap(({ number, text: line, url, problem }) => {
    const message = problem ?? (url && refused.get(url))
    return message ? [{ number, line, message }] : []
  })
  const tooMany = urls.length > limits.urlsPerRequest
  const submit = () => {
    setTried(true)
    if (create.isPending || urls.length === 0 || tooMany || lines.some(({ problem }) => problem)) return
    create.mutate({ params: { agent: agentId }, body: { type: 'url', urls } })
  }
  const { close, question } = useDiscard(
    lines.length > 1 ? `${counted(lines.length, 'line')} you wrote will be lost.` : undefined,
    onClose,
  )
  const error =
    tried && lines.length === 0
      ? 'Write at least one address'
      : tooMany
        ? `At most ${limits.urlsPerRequest} at a time: ${counted(urls.length - limits.urlsPerRequest, 'address', 'addresses')} too many`
        : undefined
  return (
    <Dialog open onOpenChange={(open) => !open && close()}>
      <DialogContent title="Web pages" description="Each page becomes a source of its own." size="md">
        <DialogForm
          onSubmit={submit}
          onCancel={close}
          submitLabel={urls.length > 1 ? `Add ${urls.length} pages` : 'Add page'}
          pending={create.isPending}
          disabled={problems.length > 0 || tooMany}
          error={refused.size === 0 ? create.error : null}
          note={<Allowance quota="urls" wanted={urls.length} />}
        >
          <FormField
            label="Addresses"
            hint="One a line. The pages have to be open to everyone."
            error={error}
            aside={
              <span className={cn('text-sm tabular-nums', tooMany ? 'text-danger' : 'text-muted')}>
                {urls.length} / {limits.urlsPerRequest}
              </span>
            }
          >
            {(field) => (
              <Textarea
                {...field}
                rows={8}
                autoFocus
                spellCheck={false}
                placeholder={'https://example.com/help\nhttps://example.com/prices'}
                className="whitespace-pre font-mono text-sm"
                value={text}
                onChange={(event) => {
                  setText(event.target.value)
                  if (create.error) create.reset()
                }}
              />
            )}
          </FormField>
          {problems.length > 0 && (
            <ul aria-label="Lines to mend" aria-live="polite" className="flex flex-col gap-1 text-sm">
              {problems.slice(0, 20).map(({ number, line, message }) => (
                <li key={number} className="flex gap-2 text-danger">
                  <span className="shrink-0 tabular-nums">Line {number}</span>
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-mono text-ink-soft" title={line}>
                      {line}
                    </span>
                    {sentence(message)}
                  </span>
                </li>
              ))}
              {problems.length > 20 && <li className="text-muted">…and {problems.length - 20} more</li>}
            </ul>
          )}
        </DialogForm>
        {question}
      </DialogContent>
    </Dialog>
  )
}

/** What the server said about single URLs (`urls.3`), by URL. */
function refusedUrls(error: unknown, body: unknown): Map<string, string> {
  const urls = (body as { urls?: string[] } | undefined)?.urls ?? []
  return new Map(
    fieldErrors(error).flatMap(({ field, message }) => {
      const url = urls[Number(/^urls\.(\d+)$/.exec(field)?.[1] ?? Number.NaN)]
      return url ? [[url, message] as const] : []
    }),
  )
}
