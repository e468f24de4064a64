import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Input } from '#contract/index.ts'
import { teachBody } from '#contract/teach.ts'
import { api } from '#dashboard/api/api.ts'
import { applyFieldErrors, fieldErrors } from '#dashboard/api/field-errors.ts'
import { DialogForm } from '#dashboard/components/dialog-form.tsx'
import { useDiscard } from '#dashboard/components/discard.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Dialog, DialogBody, DialogContent, DialogFooter } from '#dashboard/ui/dialog.tsx'
import { Textarea } from '#dashboard/ui/textarea.tsx'
import { KnownAlready, type KnownPair } from './known-already.tsx'
import { privateDetails, without } from './private-details.ts'
import { ProofView } from './proof-view.tsx'

const schema = teachBody.pick({ question: true, answer: true })

export interface TeachDialogProps {
  agentId: string
  /** The gap that is answered, or the message that the answer is taken from. */
  from: Input<'teach'>['body']['from']
  question: string
  answer?: string
  /** What the visitor is called, whose names are not for others. */
  names?: readonly (string | null)[]
  onClose: () => void
}

/** A dialog to teach an agent an answer. Once it is sent, it shows the proof. */
export function TeachDialog({ agentId, from, question, answer = '', names = [], onClose }: TeachDialogProps) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { question, answer } })
  const { errors, isDirty } = form.formState
  const [changed, setChanged] = useState<KnownPair>()
  const teach = useMutation({
    ...api.teach.mutationOptions(),
    onError: (error) => void applyFieldErrors(error, form.setError, ['question', 'answer']),
  })
  const credits = creditsAsked(teach.error)
  const submit = form.handleSubmit((values) => {
    if (teach.isPending) return
    const change = changed && { source_id: changed.source_id, pair: changed.pair }
    const body = { ...values, from, ...(change && { change }), ...(credits && { credits }) }
    teach.mutate({ params: { agent: agentId }, body })
  })
  const { close, question: discard } = useDiscard(
    isDirty && !teach.data ? 'What you wrote here will be lost.' : undefined,
    onClose,
  )
  const choose = (pair: KnownPair | undefined) => {
    setChanged(pair)
    form.setValue('question', pair?.question ?? question)
  }
  return (
    <Dialog open onOpenChange={(open) => !open && close()}>
      <DialogContent
        title={teach.data ? 'What it learnt' : 'Teach the answer'}
        description="The agent learns it, and is asked before and after, so that you see what changes."
        size="lg"
      >
        {teach.data ? (
          <>
            <DialogBody>
              <ProofView agentId={agentId} proofId={teach.data.id} mayUndo />
            </DialogBody>
            <DialogFooter>
              <Button variant="primary" onClick={onClose}>
                Done
              </Button>
            </DialogFooter>
          </>
        ) : (
          <DialogForm
            onSubmit={() => void submit()}
            onCancel={close}
            submitLabel={credits ? `Teach for ${credits} credits` : 'Teach and prove'}
            pending={teach.isPending}
            error={Object.keys(errors).length === 0 && !credits ? teach.error : null}
          >
            {question && <KnownAlready agentId={agentId} question={question} changed={changed} onChange={choose} />}
            <FormField label="Question" hint="As visitors ask it." error={errors.question?.message}>
              {(field) => <Textarea {...field} {...form.register('question')} rows={2} dir="auto" />}
            </FormField>
            <FormField label="Answer" hint="The agent says it in these words." error={errors.answer?.message}>
              {(field) => <Textarea {...field} {...form.register('answer')} rows={5} dir="auto" autoFocus />}
            </FormField>
            <Private
              text={form.watch('answer')}
              names={names}
              onRemove={(text) => form.setValue('answer', text, { shouldDirty: true })}
            />
            {credits && (
              <p role="alert" className="rounded border border-warning-line bg-warning-soft px-3 py-2">
                The agent’s model belongs to a provider. The proof asks it {credits} times, a credit each.
              </p>
            )}
          </DialogForm>
        )}
      </DialogContent>
      {discard}
    </Dialog>
  )
}

/** How many credits the server says that the proof costs; undefined where that is not what it complains of. */
function creditsAsked(error: unknown): number | undefined {
  const detail = fieldErrors(error).find(({ field }) => field === 'credits')
  return Number(/\d+/.exec(detail?.message ?? '')?.[0]) || undefined
}

interface PrivateProps {
  text: string
  names: readonly (string | null)[]
  onRemove: (text: string) => void
}

/** Names what in an answer concerns one visitor alone, and takes it out. */
function Private({ text, names, onRemove }: PrivateProps) {
  const found = privateDetails(text, names)
  if (found.length === 0) return null
  return (
    <section
      aria-label="Private details"
      className="flex flex-col gap-2 rounded border border-warning-line bg-warning-soft px-3 py-2"
    >
      <p>This may be about one visitor alone, and every visitor would read it:</p>
      <ul className="flex flex-wrap gap-1.5">
        {found.map((detail) => (
          <li key={detail.text}>
            <Button
              size="sm"
              onClick={() => onRemove(without(text, detail))}
              aria-label={`Remove the ${detail.what} ${detail.text}`}
            >
              {detail.text} <X aria-hidden />
            </Button>
          </li>
        ))}
        {found.length > 1 && (
          <li>
            <Button size="sm" onClick={() => onRemove(found.reduce(without, text))}>
              Remove all
            </Button>
          </li>
        )}
      </ul>
    </section>
  )
}
