import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import type { ApiError } from '#dashboard/api/api-error.ts'
import { useUnsaved } from '#dashboard/lib/unsaved.ts'
import { settleSaved, useFollowServer } from './follow-server.ts'
import { useCheckedForm } from './use-checked-form.ts'

interface CardFormOptions<Values extends FieldValues, Saved, Variables> {
  schema: z.ZodType<Values, Values>
  served: Values
  toForm: (saved: Saved) => Values
  save: UseMutationOptions<Saved, ApiError, Variables>
  /**
   * From the changed fields alone: others may have changed the rest, and the server may refuse even an unchanged one.
   */
  toInput: (changed: Partial<Values>) => Variables
}

/** The form of a settings card, and the props of the `FormCard` around its fields. */
export function useCardForm<Values extends FieldValues, Saved, Variables>(
  options: CardFormOptions<Values, Saved, Variables>,
) {
  const { schema, served, toForm, save, toInput } = options
  const { form, onError, notice } = useCheckedForm(schema, served as DefaultValues<Values>)
  const overtaken = useFollowServer(form, served)
  const { errors, isDirty, dirtyFields } = form.formState
  const update = useMutation({ ...save, onError })
  useUnsaved(isDirty)
  const submit = form.handleSubmit((values) => {
    const isDirtied = (name: string) => (dirtyFields as Record<string, unknown>)[name]
    const changed = Object.fromEntries(Object.entries(values).filter(([name]) => isDirtied(name)))
    if (update.isPending) return
    const sent = structuredClone(form.getValues())
    update.mutate(toInput(changed as Partial<Values>), {
      onSuccess: (saved) => settleSaved(form, sent, toForm(saved)),
    })
  })
  const card = {
    dirty: isDirty,
    overtaken,
    update,
    error: notice(update.error),
    onSubmit: () => void submit(),
    onDiscard: () => form.reset(),
  }
  return { form, errors, card }
}
