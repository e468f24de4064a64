import ExternalLink from 'lucide-react/icons/external-link'
import { type ReactNode, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Data } from '#contract/index.ts'
import { fieldErrors } from '#dashboard/api/field-errors.ts'
import { useSecretMutation } from '#dashboard/api/use-secret-mutation.ts'
import { FormDialog } from '#dashboard/components/dialog-form.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { useCheckedForm } from '#dashboard/components/use-checked-form.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { PasswordInput } from '#dashboard/ui/password-input.tsx'
import { Select } from '#dashboard/ui/select.tsx'
import { ServerFields } from './account-fields.tsx'
import { away, type Returned, refusalOf, useCompanies } from './away.ts'
import { AddressFields, AnswerFields } from './mailbox-fields.tsx'
import { type Mailbox, type MailboxForm, mailboxSchema, toForm, toRequest } from './mailbox-form.ts'
import { FIELDS } from './mailbox-words.ts'
import { type ProviderName, providerNamed, providerNames, providerOf } from './providers.ts'
import { FetchFields, ReceivesChoices } from './receives-by.tsx'
import { SendsBy } from './sends-by.tsx'
import { SignInButtons } from './sign-in.tsx'
import { TrialResult, useTrial } from './try-mailbox.tsx'

interface NewMailboxProps {
  /** With what a provider's page has led back here, if it has. */
  returned: Returned | undefined
  agents: Data<'listAgents'>
  /** @param url to which its mail is posted; empty if that is fetched */
  onAdded: (url: string, mailbox: Pick<Mailbox, 'id' | 'address' | 'incoming'>) => void
  onClose: () => void
}

const STEPS = ['Address', 'Sign in', 'Answers'] as const
type Step = (typeof STEPS)[number]

/** The step that shows a field. */
function stepOf(field: string): Step {
  if (/^(address|name|aliases)\b/.test(field)) return 'Address'
  return /^(incoming|outgoing)\b/.test(field) ? 'Sign in' : 'Answers'
}

/** Adds a mailbox in three steps: its address, how to reach its mail, and who answers. */
export function NewMailbox({ returned, agents, onAdded, onClose }: NewMailboxProps) {
  const [kept] = useState(() => (returned ? away.get() : null))
  const defaults = toForm(undefined, agents.length === 1 ? agents[0]!.id : '')
  const { form, onError, notice } = useCheckedForm(mailboxSchema(undefined), defaults, {
    fields: FIELDS,
    ...(kept?.form && { values: { ...kept.form, grant: returned?.grant ?? '', company: kept.company } }),
  })
  const [step, setStep] = useState<Step>(kept?.form ? 'Sign in' : 'Address')
  const [provider, setProvider] = useState<ProviderName>(kept?.provider ?? 'other')
  const [recognised, setRecognised] = useState(kept?.form?.address.trim())
  const create = useSecretMutation('createMailbox', {
    onSecret: onAdded,
    onError: (error) => {
      const refused = fieldErrors(error).map(({ field }) => stepOf(field))
      setStep(STEPS.find((each) => refused.includes(each)) ?? 'Answers')
      onError(error)
    },
  })
  const trial = useTrial({ form, mailbox: undefined })
  const isFetched = form.watch('receives') === 'imap'

  function choose(name: ProviderName): void {
    const { incoming, outgoing, savesSent } = providerNamed(name, form.getValues('address'))
    setProvider(name)
    form.setValue('grant', '')
    form.setValue('incoming', { ...form.getValues('incoming'), ...incoming })
    form.setValue('outgoing', { ...form.getValues('outgoing'), ...outgoing })
    form.setValue('saves', !savesSent)
  }

  async function leaveAddress(): Promise<void> {
    if (!(await form.trigger(['address', 'name', 'aliases'], { shouldFocus: true }))) return
    const address = form.getValues('address').trim()
    if (recognised === undefined && form.getValues('receives') === 'http') form.setValue('sends', 'installation')
    if (form.getValues('receives') === 'imap') form.setValue('sends', 'own')
    if (recognised !== address) {
      choose(providerOf(address))
      for (const side of ['incoming', 'outgoing'] as const) form.setValue(`${side}.user`, address)
      setRecognised(address)
    }
    setStep('Sign in')
  }

  async function leaveServers(): Promise<void> {
    if (isFetched) {
      const { user, auth } = form.getValues('incoming')
      if (form.getValues('sends') === 'own') form.setValue('outgoing', { ...form.getValues('outgoing'), user, auth })
    }
    if (!(await form.trigger(['incoming', 'outgoing'], { shouldFocus: true }))) return
    if (isFetched || form.getValues('sends') === 'own') {
      const agent_id = form.getValues('agent_id') || agents[0]!.id
      const result = await trial.start(toRequest({ ...form.getValues(), agent_id }))
      if (!result || (isFetched && !result.incoming.ok) || !(result.outgoing.ok || result.outgoing.code === null))
        return
    }
    setStep((now) => (now === 'Sign in' ? 'Answers' : now)) // one may have gone back meanwhile
  }

  const add = form.handleSubmit((values) => {
    if (!create.isPending) create.mutate({ body: toRequest(values) })
  })
  const next = { Address: leaveAddress, 'Sign in': leaveServers, Answers: add }[step]
  const before = STEPS[STEPS.indexOf(step) - 1]
  const refusal = step !== 'Answers' && returned ? refusalOf(returned) : null
  const hasFailed = step === 'Sign in' && trial.result !== undefined && !trial.isPending
  const tried = (
    <>
      <TrialResult result={trial.result} isFetched={isFetched} />
      {hasFailed && (
        <Button size="sm" className="self-start" onClick={() => setStep('Answers')}>
          Go on without it
        </Button>
      )}
    </>
  )
  return (
    <FormDialog
      title="New mailbox"
      description={`Step ${STEPS.indexOf(step) + 1} of ${STEPS.length}: ${DESCRIPTIONS[step]}`}
      losing={
        create.isPending
          ? 'The mailbox is being added. Its inbound URL would be lost.'
          : form.formState.isDirty
            ? 'The mailbox is not added yet.'
            : undefined
      }
      onClose={onClose}
      onSubmit={() => void next()}
      submitLabel={step === 'Answers' ? 'Add mailbox' : trial.isPending ? 'Connecting' : 'Continue'}
      pending={create.isPending || trial.isPending}
      error={notice(create.error)}
      note={
        before && (
          <Button className="mr-auto" onClick={() => setStep(before)}>
            Back
          </Button>
        )
      }
    >
      {refusal && (
        <p role="alert" className="text-danger">
          {refusal}
        </p>
      )}
      {step === 'Address' && (
        <>
          <AddressFields form={form} />
          <ReceivesChoices form={form} />
        </>
      )}
      {step === 'Sign in' &&
        (isFetched ? (
          <SignIn form={form} provider={provider} onChoose={choose}>
            {tried}
          </SignIn>
        ) : (
          <>
            <SendsBy form={form} mailbox={undefined} />
            {tried}
          </>
        ))}
      {step === 'Answers' && (
        <>
          <AnswerFields form={form} agents={agents} />
          {isFetched && <ImportField form={form} />}
        </>
      )}
    </FormDialog>
  )
}

const DESCRIPTIONS: Record<Step, string> = {
  Address: 'which address people write to.',
  'Sign in': 'how its mail is reached.',
  Answers: 'who answers, and how.',
}

interface SignInProps {
  form: UseFormReturn<MailboxForm>
  provider: ProviderName
  onChoose: (name: ProviderName) => void
  /** What came of the last attempt. */
  children: ReactNode
}

/** The account of a mailbox, whose servers follow from its provider. */
function SignIn({ form, provider, onChoose, children }: SignInProps) {
  const { password, link, isPasswordless } = providerNamed(provider, form.getValues('address'))
  const isSignedIn = form.watch('grant') !== ''
  const canSignIn = useCompanies(provider).length > 0
  const hint =
    isPasswordless && canSignIn
      ? 'It takes none from other programs any more: sign in with the button above.'
      : password
  const { incoming, outgoing } = form.formState.errors
  const isTyped = provider === 'other' || [incoming, outgoing].some((side) => side?.host || side?.port)
  return (
    <>
      <FormField label="Provider" hint="Where the mailbox is kept.">
        <Select value={provider} onChange={({ target }) => onChoose(target.value as ProviderName)}>
          {providerNames.map((name) => (
            <option key={name} value={name}>
              {providerNamed(name, '').name}
            </option>
          ))}
        </Select>
      </FormField>
      <FormField label="User" hint="Most often the address." error={incoming?.user?.message}>
        <Input {...form.register('incoming.user')} autoComplete="off" spellCheck={false} />
      </FormField>
      <SignInButtons form={form} provider={provider} />
      {!isSignedIn && (
        <FormField label="Password" hint={hint} error={incoming?.auth?.message}>
          <PasswordInput {...form.register('incoming.auth')} autoComplete="new-password" />
        </FormField>
      )}
      {link && !isSignedIn && (
        <a
          href={link}
          target="_blank"
          rel="noreferrer"
          className="-mt-2 flex items-center gap-1 self-start text-sm underline"
        >
          Make an app password <ExternalLink aria-hidden className="size-3.5" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      )}
      {children}
      <details open={isTyped || undefined} className="rounded border border-line px-4 py-3">
        <summary className="cursor-pointer font-medium">Servers and folder</summary>
        <div className="mt-4 flex flex-col gap-4">
          <fieldset className="flex flex-col gap-4">
            <legend className="mb-3 font-medium text-sm">Where mail is fetched</legend>
            <ServerFields form={form} side="incoming" />
            <FetchFields form={form} />
          </fieldset>
          <fieldset className="flex flex-col gap-4">
            <legend className="mb-3 font-medium text-sm">Where mail is sent</legend>
            <ServerFields form={form} side="outgoing" />
          </fieldset>
        </div>
      </details>
    </>
  )
}

/** From when on mail is taken. */
const ImportField = ({ form }: Pick<SignInProps, 'form'>) => (
  <FormField label="Mail that is there already" hint="It comes closed, and nobody is answered.">
    <Select {...form.register('days')}>
      <option value="">Leave it</option>
      <option value="7">Take that of the last 7 days</option>
      <option value="30">Take that of the last 30 days</option>
    </Select>
  </FormField>
)
