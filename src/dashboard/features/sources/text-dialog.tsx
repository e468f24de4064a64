import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { Data } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { textSourceBody } from '#contract/sources.ts'
import { invalidateAfter } from '#dashboard/api/after-mutation.ts'
import { api } from '#dashboard/api/api.ts'
import { isApiError } from '#dashboard/api/api-error.ts'
import { call } from '#dashboard/api/client.ts'
import { DialogForm } from '#dashboard/components/dialog-form.tsx'
import { useDiscard } from '#dashboard/components/discard.tsx'
import { ErrorNotice, ErrorState } from '#dashboard/components/error-state.tsx'
import { CharacterCount, FormField } from '#dashboard/components/form-field.tsx'
import { useCheckedForm } from '#dashboard/components/use-checked-form.ts'
import { trimmedLength } from '#dashboard/lib/trimmed-length.ts'
import { Dialog, DialogBody, DialogContent } from '#dashboard/ui/dialog.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { Textarea } from '#dashboard/ui/textarea.tsx'
import { toast } from '#dashboard/ui/toast.tsx'
import { Allowance } from './allowance.tsx'
import { createDraftSaver, type DraftSaver, type SaveState } from './draft-saver.ts'

type Draft = Data<'listDrafts'>[number]

interface TextDialogProps {
  agentId: string
  draftId?: string | undefined
  /** Called with the id of a draft that was just created, to put it into the address. */
  onDraft: (id: string) => void
  onClose: () => void
}

/** A dialog to write a text, which is saved as a draft from the first words on and published when ready. */
export function TextDialog({ agentId, draftId, onDraft, onClose }: TextDialogProps) {
  const [openedWith] = useState(draftId)
  const drafts = api.listDrafts.useQuery({
    params: { agent: agentId },
    enabled: !!openedWith,
    refetchOnMount: 'always',
  })
  // The text replaces that of the draft, so editing begins only from a draft fetched since the dialog opened.
  const isCurrent = drafts.isSuccess && drafts.isFetchedAfterMount
  const begun = useRef<Draft>(undefined)
  if (isCurrent) begun.current ??= drafts.data.find(({ id }) => id === openedWith)
  const draft = begun.current // the form stays open even if its draft disappears from the list
  if (!openedWith || draft) return <TextForm agentId={agentId} draft={draft} onDraft={onDraft} onClose={onClose} />
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Text" size="lg">
        <DialogBody>
          {drafts.error ? (
            <ErrorState error={drafts.error} onRetry={() => void drafts.refetch()} />
          ) : isCurrent ? (
            <p className="py-10 text-center text-muted">This draft is gone: it was published or deleted.</p>
          ) : (
            <Skeleton className="h-80 w-full" />
          )}
        </DialogBody>
      </DialogContent>
    </Dialog>
  )
}

const formSchema = textSourceBody.pick({ title: true, content: true })

function TextForm({
  agentId,
  draft,
  onDraft,
  onClose,
}: Omit<TextDialogProps, 'draftId'> & { draft: Draft | undefined }) {
  const client = useQueryClient()
  const ownTitle = draft && !isMadeFrom(draft) ? draft.title : ''
  const { form, onError, notice } = useCheckedForm(formSchema, { title: ownTitle, content: draft?.content ?? '' })
  const { errors, isSubmitting } = form.formState
  const { saver, state } = useDraftSaver(agentId, draft?.id, onDraft)
  // Navigating within the dashboard saves the draft; a reload would interrupt that, so the browser asks first.
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: () => !saver.isSaved() })
  // Send the title only once it was edited: until then the server may derive it from the text.
  const titleIsOwn = useRef(false)
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values: { content, title } }) => {
          titleIsOwn.current ||= title !== ownTitle
          saver.note(titleIsOwn.current ? { content, title } : { content })
        },
      }),
    [form, saver, ownTitle],
  )

  const publish = api.publishDraft.useMutation({
    onSuccess: (source) => toast.success(`Training on “${source.title}” has begun`),
    onError,
  })
  const submit = form.handleSubmit(async () => {
    await saver.flush().catch(() => undefined)
    const source = saver.id()
    if (source && saver.isSaved())
      await publish.mutateAsync({ params: { agent: agentId, source } }, { onSuccess: onClose }).catch(() => undefined)
  })

  const close = async () => {
    const { content, title } = form.getValues()
    const id = saver.id()
    if (!id || content.trim() || title?.trim()) return await saver.flush()
    await call('deleteDraft', { params: { agent: agentId, source: id } }).catch((error: unknown) => {
      if (!isApiError(error, 'resource_not_found')) throw error
    })
  }
  // If the draft was published or deleted elsewhere, there is nothing into which further text could be saved.
  const isGone = state.phase === 'failed' && isApiError(state.error, 'resource_not_found')
  const { close: giveUp, question } = useDiscard(
    isGone ? 'This draft was published or deleted elsewhere. What you wrote since will be lost.' : undefined,
    onClose,
  )
  const requestClose = () => {
    if (isGone) return giveUp()
    // If saving fails, the dialog stays open and shows the error.
    void close().then(
      () => {
        void invalidateAfter(client, 'updateDraft', { agent: agentId })
        onClose()
      },
      () => undefined,
    )
  }
  return (
    <Dialog open onOpenChange={(open) => !open && requestClose()}>
      <DialogContent
        title="Text"
        description="What the agent should know, in your own words. Markdown headings help it find things."
        size="lg"
      >
        <DialogForm
          onSubmit={() => !isSubmitting && void submit()}
          onCancel={requestClose}
          cancelLabel={saver.id() ? 'Keep as draft' : 'Close'}
          submitLabel="Publish and train"
          pending={isSubmitting}
          error={notice(publish.error)}
          note={
            <div className="mr-auto flex flex-wrap gap-x-3 max-sm:basis-full">
              <Budget control={form.control} />
              <SavedNote state={state} />
            </div>
          }
        >
          <FormField
            label="Title"
            optional
            hint="Visitors see it where an answer is quoted. Made from the text when left empty."
            error={errors.title?.message}
          >
            <Input
              {...form.register('title')}
              autoComplete="off"
              placeholder={draft?.title}
              // Words written from now on could not be saved: the draft will be a source.
              readOnly={isSubmitting}
            />
          </FormField>
          <FormField
            label="Text"
            error={errors.content?.message}
            aside={<Counter control={form.control} />}
            className="min-h-0 flex-1"
          >
            <Textarea
              {...form.register('content')}
              rows={14}
              autoFocus
              readOnly={isSubmitting}
              className="min-h-48 flex-1 resize-none"
            />
          </FormField>
          {state.phase === 'failed' && (
            <ErrorNotice error={state.error} onRetry={() => void saver.flush().catch(() => undefined)} />
          )}
        </DialogForm>
      </DialogContent>
      {question}
    </Dialog>
  )
}

type FormControl = Control<z.input<typeof formSchema>>

function Counter({ control }: { control: FormControl }) {
  return <CharacterCount value={useWatch({ control, name: 'content' })} limit={limits.sourceText} />
}

function Budget({ control }: { control: FormControl }) {
  return <Allowance quota="text_characters" wanted={trimmedLength(useWatch({ control, name: 'content' }))} />
}

function SavedNote({ state }: { state: SaveState }) {
  const words = { idle: '', waiting: 'Writing…', saving: 'Saving…', saved: 'Draft saved', failed: 'Not saved' }
  return (
    <p role="status" className="text-muted text-sm">
      {words[state.phase]}
    </p>
  )
}

function useDraftSaver(agentId: string, draftId: string | undefined, onDraft: (id: string) => void) {
  const client = useQueryClient()
  const shown = useRef(false)
  const [state, setState] = useState<SaveState>({ phase: draftId ? 'saved' : 'idle' })
  const [saver] = useState<DraftSaver>(() =>
    createDraftSaver({
      id: draftId,
      create: async (body) => {
        const { id } = await call('createDraft', { params: { agent: agentId }, body })
        if (shown.current) onDraft(id) // otherwise the person has left this page
        return id
      },
      update: (source, body) =>
        call('updateDraft', { params: { agent: agentId, source }, body }, { outlivesPage: true }),
      onState: setState,
    }),
  )
  useEffect(() => {
    shown.current = true
    const flush = () => saver.flush().catch(() => undefined)
    const onHide = () => document.visibilityState === 'hidden' && void flush()
    document.addEventListener('visibilitychange', onHide)
    return () => {
      shown.current = false
      document.removeEventListener('visibilitychange', onHide)
      void flush().then(() => invalidateAfter(client, 'updateDraft', { agent: agentId }))
    }
  }, [saver, client, agentId])
  return { saver, state }
}

/** Guesses whether the server derived a draft's title from its text, rather than a person writing it. */
function isMadeFrom({ title, content }: Draft): boolean {
  return content.trim() === '' || content.replace(/\s+/g, ' ').includes(title.replace(/…$/, '').trim())
}
