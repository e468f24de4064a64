import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { type ModelProvider, modelProviders, providerNames } from '#contract/model-enums.ts'
import { api } from '#dashboard/api/api.ts'
import { Choices } from '#dashboard/components/choice.tsx'
import { FormDialog } from '#dashboard/components/dialog-form.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { PasswordInput } from '#dashboard/ui/password-input.tsx'
import { toast } from '#dashboard/ui/toast.tsx'
import { providers, type Tested, trialWords } from './account-words.ts'
import { ModelChecks } from './model-checks.tsx'

const FIRST_CHOSEN = 3

const providerOptions = modelProviders.map((value) => ({
  value,
  title: providerNames[value],
  text: providers[value].text,
}))

/** Adds an account in three steps: the provider, the key, and the models that the provider lists for it. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<1 | 2 | 3>(1)
  const [provider, setProvider] = useState<ModelProvider>('openai')
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const [key, setKey] = useState('')
  const [chosen, setChosen] = useState<string[]>([])
  const isCompatible = provider === 'openai_compatible'
  const account = { provider, key, ...(isCompatible && { base_url: address }) }
  const test = api.testModelAccount.useMutation()
  const goOn = ({ models }: Tested) => {
    if (models.length === 0) return
    setChosen(models.slice(0, FIRST_CHOSEN))
    setStep(3)
  }
  const tryStored = api.testModelAccount.useMutation()
  const create = api.createModelAccount.useMutation({
    onSuccess: ({ id, name: added }) => {
      tryStored.mutate({ body: { id } })
      toast.success(`${added} is connected. Agents can be given its models in their settings.`)
      onClose()
    },
  })
  const submit = () => {
    if (test.isPending || create.isPending) return
    if (step === 1) setStep(2)
    else if (step === 2) test.mutate({ body: account }, { onSuccess: goOn })
    else create.mutate({ body: { ...account, ...(name.trim() && { name }), models: chosen } })
  }
  const typed = key !== '' || address !== ''
  return (
    <FormDialog
      title="Add an account"
      description={`Step ${step} of 3: ${['whose models', 'your key', 'which models'][step - 1]}`}
      losing={typed ? 'The account is not added yet.' : undefined}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={step === 3 ? 'Add account' : step === 2 ? 'Look for models' : 'Continue'}
      pending={test.isPending || create.isPending}
      disabled={(step === 2 && (key.trim() === '' || (isCompatible && address.trim() === ''))) || isEmpty()}
      error={step === 2 ? test.error : step === 3 ? create.error : null}
      note={
        step > 1 && (
          <button
            type="button"
            className="mr-auto text-ink underline underline-offset-2 hover:no-underline"
            onClick={() => {
              if (step === 2) test.reset() // what comes of it must not lead on from the first step
              setStep(step === 3 ? 2 : 1)
            }}
          >
            Back
          </button>
        )
      }
    >
      {step === 1 && (
        <Choices legend="Provider" options={providerOptions} chosen={provider} onChoose={chooseProvider} />
      )}
      {step === 2 && (
        <>
          {isCompatible && (
            <FormField label="Address" hint="Where its API begins; it often ends with /v1.">
              <Input
                value={address}
                onChange={({ target }) => setAddress(target.value)}
                autoFocus
                type="url"
                autoComplete="off"
                placeholder="https://models.example.com/v1"
              />
            </FormField>
          )}
          <FormField label="Key" hint={keyHint()}>
            <PasswordInput
              value={key}
              onChange={({ target }) => setKey(target.value.trim())}
              autoFocus={!isCompatible}
              autoComplete="off"
            />
          </FormField>
          {test.data && <Outcome tested={test.data} />}
        </>
      )}
      {step === 3 && test.data && (
        <>
          <Outcome tested={test.data} />
          <ModelChecks found={test.data.models} chosen={chosen} onChoose={setChosen} />
          <FormField label="Name" optional hint="What your team calls this account.">
            <Input
              value={name}
              onChange={({ target }) => setName(target.value)}
              maxLength={limits.modelAccountName}
              placeholder={providerNames[provider]}
              autoComplete="off"
            />
          </FormField>
        </>
      )}
    </FormDialog>
  )

  function isEmpty(): boolean {
    return step === 3 && chosen.length === 0
  }

  function chooseProvider(value: ModelProvider): void {
    setProvider(value)
    setKey('')
    test.reset()
  }

  function keyHint() {
    const { keys } = providers[provider]
    if (!keys) return 'It is kept encrypted and never shown again. If the server needs none, write any word.'
    return (
      <>
        It is kept encrypted and never shown again.{' '}
        <a href={keys} target="_blank" rel="noreferrer" className="underline underline-offset-2 hover:no-underline">
          Get a key from {providerNames[provider]}
        </a>
      </>
    )
  }
}

/** What came of a trial: what is wrong and what to do, or how a model answered. */
export function Outcome({ tested: { ok, message, models, trial } }: { tested: Tested }) {
  if (!ok)
    return (
      <p role="alert" className="rounded border border-danger-line bg-danger-soft px-3 py-2 text-danger">
        {message}
      </p>
    )
  if (models.length === 0)
    return (
      <p role="alert" className="rounded border border-warning-line bg-warning-soft px-3 py-2 text-warning">
        The key is right, but the provider lists no model that can answer. Allow it to use models there.
      </p>
    )
  return (
    <p role="status" className="rounded border border-success-line bg-success-soft px-3 py-2 text-success">
      {models.length === 1 ? '1 model was found.' : `${models.length} models were found.`}{' '}
      {trial && `${models[0]} ${trialWords(trial)}`}
    </p>
  )
}
