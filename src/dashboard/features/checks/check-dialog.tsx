import { Controller, type UseFormRegisterReturn } from 'react-hook-form'
import { z } from 'zod'
import { checkBody } from '#contract/checks.ts'
import { checkExpectations } from '#contract/enums.ts'
import { text } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { api } from '#dashboard/api/api.ts'
import { Choices } from '#dashboard/components/choice.tsx'
import { FormDialog } from '#dashboard/components/dialog-form.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { useCheckedForm } from '#dashboard/components/use-checked-form.ts'
import { Select } from '#dashboard/ui/select.tsx'
import { Textarea } from '#dashboard/ui/textarea.tsx'
import type { Check, CheckSearch } from './check-search.ts'
import { expectations } from './expectation.ts'
import { factsText, readFacts } from './facts-text.ts'

const SOURCES_OFFERED = 100

const isShort = (wording: string): boolean => text(limits.checkFact).safeParse(wording).success

const facts = z
  .string()
  .refine(
    (typed) => readFacts(typed).every((wordings) => wordings.length <= limits.checkAlternatives),
    `must have at most ${limits.checkAlternatives} wordings in a line`,
  )
  .refine(
    (typed) => readFacts(typed).every((wordings) => wordings.every(isShort)),
    `must have facts of at most ${limits.checkFact} characters`,
  )

const formSchema = checkBody.pick({ question: true, expects: true }).extend({ facts, cites: z.string() })

interface CheckDialogProps {
  agentId: string
  /** The check to edit; absent for a new one. */
  check?: Check
  /** Values that a new check begins with, suggested by the screen that led here. */
  suggested?: Pick<CheckSearch, 'question' | 'expects' | 'cites'>
  onClose: () => void
}

export function CheckDialog({ agentId, check, suggested = {}, onClose }: CheckDialogProps) {
  const { form, onError, notice } = useCheckedForm(formSchema, {
    question: check?.question ?? suggested.question ?? '',
    expects: check?.expects ?? suggested.expects ?? 'answers',
    facts: factsText(check?.facts ?? []),
    cites: check?.cites ?? suggested.cites ?? '',
  })
  const { errors, isDirty, dirtyFields: dirty } = form.formState
  const expects = form.watch('expects')
  const isKept = expects === check?.expects && (check.facts.length > 0 || check.cites !== null)
  const saysMore = expects === 'answers' || isKept
  const create = api.createCheck.useMutation({ onError })
  const update = api.updateCheck.useMutation({ onError })
  const pending = create.isPending || update.isPending
  const submit = form.handleSubmit((values) => {
    if (pending) return
    const { question } = values
    const more = { facts: saysMore ? readFacts(values.facts) : [], cites: (saysMore && values.cites) || null }
    const isChanged = dirty.expects || dirty.facts || dirty.cites
    if (!check)
      create.mutate({ params: { agent: agentId }, body: { question, expects, ...more } }, { onSuccess: onClose })
    else
      update.mutate(
        { params: { agent: agentId, check: check.id }, body: { question, expects, ...(isChanged && more) } },
        { onSuccess: onClose },
      )
  })
  return (
    <FormDialog
      title={check ? 'Edit check' : 'New check'}
      description="A question whose answer you know. The agent is asked it, and you are told when it goes wrong."
      size="lg"
      losing={isDirty ? 'What you wrote here will be lost.' : undefined}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={check ? 'Save check' : 'Create check'}
      pending={pending}
      error={notice(create.error ?? update.error)}
    >
      <FormField label="Question" hint="As a visitor would ask it." error={errors.question?.message}>
        <Textarea {...form.register('question')} rows={2} dir="auto" autoFocus />
      </FormField>
      <Controller
        control={form.control}
        name="expects"
        render={({ field }) => (
          <Choices
            legend="What it should do"
            showsLegend
            ref={field.ref}
            options={checkExpectations.map((value) => ({ value, ...expectations[value] }))}
            chosen={field.value}
            onChoose={field.onChange}
          />
        )}
      />
      {saysMore && (
        <>
          <FormField
            label="Facts in the reply"
            optional
            hint="One a line; all must be said. Part words that will do as well by |, such as 9:00 | nine."
            error={errors.facts?.message}
          >
            <Textarea {...form.register('facts')} rows={3} dir="auto" />
          </FormField>
          <Cited
            agentId={agentId}
            kept={check?.cites ?? suggested.cites}
            error={errors.cites?.message}
            registered={form.register('cites')}
          />
        </>
      )}
    </FormDialog>
  )
}

interface CitedProps {
  agentId: string
  /** Id of the source that is chosen when the dialog opens. */
  kept: string | undefined
  error: string | undefined
  registered: UseFormRegisterReturn
}

function Cited({ agentId, kept, error, registered }: CitedProps) {
  const sources = api.listFullSources.useQuery({ params: { agent: agentId }, query: { per_page: SOURCES_OFFERED } })
  const offered = sources.data?.data ?? []
  return (
    <FormField label="Source that it must cite" error={error}>
      <Select {...registered}>
        <option value="">Any, or none</option>
        {/* Rendered from the start and kept: the select would lose its value if the option came only later. */}
        {kept && (
          <option value={kept}>{offered.find(({ id }) => id === kept)?.title ?? 'The source chosen before'}</option>
        )}
        {offered
          .filter(({ id }) => id !== kept)
          .map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
      </Select>
    </FormField>
  )
}
