import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldValues, type Path, type UseFormProps, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { placeErrors } from '#dashboard/api/field-errors.ts'

interface CheckedFormOptions<Values extends FieldValues> extends Pick<UseFormProps<Values>, 'mode' | 'values'> {
  /** The fields at which the form shows what the server refuses; those of `defaultValues` unless given. */
  fields?: readonly Path<Values>[]
}

/** A form that a schema of the contract checks before it is sent, and the server after that: see `placeErrors`. */
export function useCheckedForm<Values extends FieldValues, Output>(
  schema: z.ZodType<Output, Values>,
  defaultValues: DefaultValues<Values>,
  { fields = Object.keys(defaultValues) as Path<Values>[], ...options }: CheckedFormOptions<Values> = {},
) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues, ...options })
  return { form, ...placeErrors(form.setError, fields) }
}
