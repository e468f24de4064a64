import { useEffect, useMemo, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { urlSourceBody } from '#contract/sources.ts'
import { api } from '#dashboard/api/api.ts'
import { fieldErrors } from '#dashboard/api/field-errors.ts'
import { FormDialog } from '#dashboard/components/dialog-form.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { counted } from '#dashboard/lib/sizes.ts'
import { Textarea } from '#dashboard/ui/textarea.tsx'
import { toast } from '#dashboard/ui/toast.tsx'
import { Allowance } from './allowance.tsx'
import { UrlLineNotes } from './url-line-notes.tsx'
import { readUrlLines } from './url-lines.ts'

const checkUrl = (url: string) => urlSourceBody.shape.urls.element.safeParse(url).error?.issues[0]?.message

/** A dialog to add pages by address, one per line; lines are checked while typing. */
export function UrlDialog({ agentId, onClose }: { agentId: string; onClose: () => void }) {
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const [again, setAgain] = useState(false)
  const [leavingOut, setLeavingOut] = useState(false)
  /** The server's messages on single URLs, by URL; kept until the text is edited. */
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const addresses = api.listSourceAddresses.useQuery({ params: { agent: agentId } })
  const taken = useMemo(() => new Set(addresses.data), [addresses.data])
  const { lines, urls: fresh, repeated } = readUrlLines(text, checkUrl, taken)
  const create = api.createSource.useMutation({
    onSuccess: (created) =>
      toast.success(`Training on ${counted(Array.isArray(created) ? created.length : 1, 'page')} has begun`),
    onError: (error, { body }) => setRefused((known) => new Map([...known, ...refusedUrls(error, body)])),
  })
  const wanted = again ? lines.flatMap(({ url }) => url ?? []) : fresh
  const urls = leavingOut ? wanted.filter((url) => !refused.has(url)) : wanted
  const problems = lines.flatMap(({ number, text: line, url, problem }) => {
    const message = problem ?? (url && refused.get(url))
    return message ? [{ number, line, message }] : []
  })
  // While URLs are being sent, those that become sources must not be reported as sources that existed before.
  const known = lines.flatMap(({ number, text: line, known }) =>
    known && !create.isPending ? [{ number, line, message: 'is a source already' }] : [],
  )
  const editor = useRef<HTMLTextAreaElement>(null)
  const [firstRefused] = problems
  // The submit button stays disabled until lines are corrected or left out, so the first of them is selected.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when an answer arrives, not during corrections
  useEffect(() => {
    if (create.error && firstRefused && editor.current) selectLine(editor.current, firstRefused.number)
  }, [create.error])
  const tooMany = urls.length > limits.urlsPerRequest
  const toMend = leavingOut ? 0 : problems.length
  const ready = urls.length > 0 && !tooMany && toMend === 0 && !addresses.isLoading
  const submitLabel =
    toMend > 0
      ? `Mend ${counted(toMend, 'line')} first`
      : tooMany
        ? `Too many: at most ${limits.urlsPerRequest}`
        : urls.length > 1
          ? `Add ${urls.length} pages`
          : 'Add page'
  const submit = () => {
    setTried(true)
    if (ready && !create.isPending)
      create.mutate({ params: { agent: agentId }, body: { type: 'url', urls } }, { onSuccess: onClose })
  }
  const error =
    tried && lines.length === 0
      ? 'Write at least one address'
      : tooMany
        ? `At most ${limits.urlsPerRequest} at a time: ${counted(urls.length - limits.urlsPerRequest, 'address', 'addresses')} too many`
        : undefined
  return (
    <FormDialog
      title="Web pages"
      description="Each page becomes a source of its own."
      losing={lines.length > 0 ? `${counted(lines.length, 'line')} you wrote will be lost.` : undefined}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={submitLabel}
      pending={create.isPending}
      disabled={lines.length > 0 && !ready}
      error={refusedUrls(create.error, create.variables?.body).size === 0 ? create.error : null}
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
        <Textarea
          ref={editor}
          rows={8}
          autoFocus
          spellCheck={false}
          placeholder={'https://example.com/help\nhttps://example.com/prices'}
          className="whitespace-pre font-mono text-sm"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            if (!create.error) return
            create.reset()
            setRefused(new Map())
          }}
        />
      </FormField>
      <UrlLineNotes
        problems={problems}
        leavingOut={leavingOut}
        onLeaveOut={setLeavingOut}
        known={known}
        repeated={repeated}
        again={again}
        onAgain={setAgain}
      />
    </FormDialog>
  )
}

/** Selects the line with this number, from 1 on. */
function selectLine(editor: HTMLTextAreaElement, number: number): void {
  const lines = editor.value.split('\n')
  const start = lines.slice(0, number - 1).reduce((sum, line) => sum + line.length + 1, 0)
  editor.focus()
  editor.setSelectionRange(start, start + (lines[number - 1]?.length ?? 0))
}

/** The server's messages on single URLs, which name the field `urls.3`, by URL. */
function refusedUrls(error: unknown, body: unknown): Map<string, string> {
  const urls = (body as { urls?: string[] } | undefined)?.urls ?? []
  return new Map(
    fieldErrors(error).flatMap(({ field, message }) => {
      const url = urls[Number(/^urls\.(\d+)$/.exec(field)?.[1] ?? Number.NaN)]
      return url ? [[url, message] as const] : []
    }),
  )
}
