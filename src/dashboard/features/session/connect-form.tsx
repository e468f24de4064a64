import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { isApiError } from '#dashboard/api/api-error.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { PasswordInput } from '#dashboard/ui/password-input.tsx'
import { askToReach, connect, forgetAsked, type Problems, readAsked, readWanted, type Wanted } from './connect.ts'

const EMPTY: Wanted = { baseUrl: '', key: '', organizationId: '' }

/** A form for another server's address and API key. The key is tested before the connection is kept. */
export function ConnectForm() {
  const [asked] = useState(readAsked)
  const [values, setValues] = useState(asked ?? EMPTY)
  const [problems, setProblems] = useState<Problems>({})
  const attempt = useMutation({
    mutationFn: connect,
    gcTime: 0,
    onSettled: forgetAsked,
    onSuccess: (refused) => {
      if (refused) setProblems(refused)
      else window.location.assign('/')
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: resumes once after the reload that `askToReach` causes
  useEffect(() => {
    if (asked) attempt.mutate(asked)
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (attempt.isPending) return
    const read = readWanted(values)
    setProblems('problems' in read ? read.problems : {})
    if ('wanted' in read) askToReach(read.wanted)
  }
  const bind = (name: keyof Wanted) => ({
    name,
    value: values[name],
    autoComplete: 'off',
    spellCheck: false,
    className: 'font-mono text-sm',
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value })
      setProblems({ ...problems, [name]: undefined })
    },
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <FormField label="Server" hint="The address of its dashboard." error={problems.baseUrl}>
        {(field) => (
          <Input
            {...field}
            {...bind('baseUrl')}
            type="url"
            placeholder="https://support.example.com"
            autoFocus={!asked}
          />
        )}
      </FormField>
      <FormField label="API key" hint="Kept in this tab alone, until it is closed." error={problems.key}>
        {(field) => <PasswordInput {...field} {...bind('key')} placeholder="baton_…" />}
      </FormField>
      <FormField label="Organization id" hint="It stands in that dashboard’s Settings." error={problems.organizationId}>
        {(field) => <Input {...field} {...bind('organizationId')} />}
      </FormField>
      {attempt.error && <ErrorNotice error={attempt.error} />}
      {isApiError(attempt.error, 'server_unreachable') && (
        <p className="text-muted text-sm">
          Its operator has to allow this page: <code className="font-mono">CORS_ORIGINS={window.location.origin}</code>
        </p>
      )}
      <Button type="submit" variant="primary" size="lg" pending={attempt.isPending}>
        {attempt.isPending ? 'Trying the key…' : 'Connect'}
      </Button>
    </form>
  )
}
