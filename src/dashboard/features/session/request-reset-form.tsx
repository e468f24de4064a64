import type { FormEvent } from 'react'
import { api } from '#dashboard/api/api.ts'
import { fieldError, unplaced } from '#dashboard/api/field-errors.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { Told } from './told.tsx'
import { useFieldProblems } from './use-field-problems.ts'

/** A form to ask for a reset link by mail. The answer is the same whether or not the address has an account. */
export function RequestResetForm() {
  const request = api.requestPasswordReset.useMutation()
  const { problems, isFine } = useFieldProblems()
  const notice = unplaced(request.error, ['email'])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isFine(event.currentTarget)) return
    const email = String(new FormData(event.currentTarget).get('email'))
    if (!request.isPending) request.mutate({ body: { email } })
  }
  if (request.isSuccess)
    return (
      <Told title="Look into your mail">
        If {request.variables.body.email} is the address of an account, a link is on its way there. It works for an
        hour. Nothing after some minutes? Look among the unwanted mail, or ask again: three links an hour are sent.
      </Told>
    )
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <FormField
        label="E-mail"
        hint="The one you sign in with."
        error={problems.email ?? fieldError(request.error, 'email')}
      >
        <Input name="email" type="email" autoComplete="username" required autoFocus />
      </FormField>
      {notice && <ErrorNotice error={notice} />}
      <Button type="submit" variant="primary" size="lg" pending={request.isPending}>
        Send me a link
      </Button>
    </form>
  )
}
