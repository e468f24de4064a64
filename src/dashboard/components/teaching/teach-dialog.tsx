import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Input } from '#contract/index.ts'
import { teachBody } from '#contract/teach.ts'
import { api } from '#dashboard/api/api.ts'
import { isApiError } from '#dashboard/api/api-error.ts'
import { DialogForm } from '#dashboard/components/dialog-form.tsx'
import { useDiscard } from '#dashboard/components/discard.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { useCheckedForm } from '#dashboard/components/use-checked-form.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Dialog, DialogBody, DialogContent, DialogFooter } from '#dashboard/ui/dialog.tsx'
import { Select } from '#dashboard/ui/select.tsx'
import { Textarea } from '#dashboard/ui/textarea.tsx'
import { creditsAsked } from './credits-asked.ts'
import { KnownAlready } from './known-already.tsx'
import type { KnownPair } from './known-pair.ts'
import { Private } from './private.tsx'
import { ProofView } from './proof-view.tsx'

const schema = teachBody.pick({ question: true, answer: true })

interface TeachDialogProps {
  agentId: string
  /** The gap that is answered, the reply that is taught or replaced, or the playground. */
  from: Input<'teach'>['body']['from']
  /** What is proposed as the question, the likeliest first; if there are several, one can be chosen. */
  questions: readonly string[]
  answer?: string
  /** Names of the visitor. The dialog warns of them in the texts, as other visitors must not read them. */
  names?: readonly (string | null)[]
  /** Why nothing is proposed as the question, where it could not be loaded. */
  notLoaded?: unknown
  onClose: () => void
}

/** A dialog to teach an agent an answer. Once it is sent, it shows the proof. */
export function TeachDialog({
  agentId,
  from,
  questions,
  answer = '',
  names = [],
  notLoaded,
  onClose,
}: TeachDialogProps) {
  const [question, setQuestion] = useState(questions[0] ?? '')
  const { form, onError, notice } = useCheckedForm(schema, { question, answer })
  const { errors, isDirty } = form.formState
  const [changed, setChanged] = useState<KnownPair>()
  const client = useQueryClient()
  const teach = api.teach.useMutation({
    onError: (error) => {
      onError(error)
      if (!changed || !isApiError(error, 'source_is_stale')) return
      // Fetch what the source says now, and let the member decide again.
      choose(undefined)
      const params = { agent: agentId, source: changed.source_id }
      void client.resetQueries({ queryKey: api.getSourceContent.key({ params }) })
      void client.resetQueries({ queryKey: ['repliedToday', agentId] })
    },
  })
  const credits = creditsAsked(teach.error)
  const submit = form.handleSubmit((values) => {
    if (teach.isPending) return
    const change = changed && { source_id: changed.source_id, pair: changed.pair, version: changed.version }
    const body = { ...values, from, ...(change && { change }), ...(credits && { credits }) }
    teach.mutate({ params: { agent: agentId }, body })
  })
  const { close, question: discard } = useDiscard(
    isDirty && !teach.data ? 'What you wrote here will be lost.' : undefined,
    onClose,
  )
  const choose = (pair: KnownPair | undefined) => {
    setChanged(pair)
    // Keep a question that the member has edited.
    const [from, to] = pair ? [question, pair.question] : [changed?.question, question]
    if (form.getValues('question') === from) form.setValue('question', to)
  }
  const propose = (asked: string) => {
    setQuestion(asked)
    setChanged(undefined)
    form.setValue('question', asked)
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
            error={credits ? null : notice(teach.error)}
          >
            {notLoaded != null && <ErrorNotice error={notLoaded} act="What the visitor asked is not known" />}
            {questions.length > 1 && (
              <FormField label="What was asked">
                <Select value={question} onChange={({ target }) => propose(target.value)}>
                  {[...new Set(questions)].map((asked) => (
                    <option key={asked}>{asked}</option>
                  ))}
                </Select>
              </FormField>
            )}
            {question && <KnownAlready agentId={agentId} question={question} changed={changed} onChange={choose} />}
            <FormField label="Question" hint="As visitors ask it." error={errors.question?.message}>
              <Textarea {...form.register('question')} rows={2} dir="auto" />
            </FormField>
            <FormField label="Answer" hint="The agent says it in these words." error={errors.answer?.message}>
              <Textarea {...form.register('answer')} rows={5} dir="auto" autoFocus />
            </FormField>
            <Private
              texts={form.watch(['question', 'answer'])}
              names={names}
              onRemove={([asked = '', answered = '']) => {
                form.setValue('question', asked, { shouldDirty: true })
                form.setValue('answer', answered, { shouldDirty: true })
              }}
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
