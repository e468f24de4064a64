import { type Ref, useId } from 'react'
import { scopes as grants, type Scope, scopeNames } from '#contract/scopes.ts'
import { Choice } from '#dashboard/components/choice.tsx'
import { Checkbox } from '#dashboard/ui/checkbox.tsx'
import { presetOf, scopeGroups, scopePresets } from './scope-presets.ts'

interface ScopePickerProps {
  chosen: readonly Scope[]
  onChange: (scopes: Scope[]) => void
  error: string | undefined
  /** Ref of the first preset, which gets the focus if no scope was chosen. */
  firstRef: Ref<HTMLInputElement>
}

/** A field for an API key's scopes: by preset, or one by one. */
export function ScopePicker({ chosen, onChange, error, firstRef }: ScopePickerProps) {
  const name = useId()
  const noteId = useId()
  const preset = presetOf(chosen)
  const toggle = (scope: Scope, on: boolean) =>
    onChange(scopeNames.filter((known) => (known === scope ? on : chosen.includes(known))))
  return (
    <fieldset aria-describedby={error ? noteId : undefined} className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-medium">What it may do</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {scopePresets.map(({ id, label, description, scopes }, index) => (
          <Choice
            key={id}
            ref={index === 0 ? firstRef : undefined}
            name={name}
            title={label}
            text={<span className="text-sm">{description}</span>}
            chosen={preset?.id === id}
            onChoose={() => onChange([...scopes])}
          />
        ))}
      </div>
      {error && (
        <p id={noteId} role="alert" className="text-danger text-sm">
          Choose one of these, or scopes below.
        </p>
      )}
      {scopeGroups.map(({ label, scopes }) => (
        <fieldset key={label} className="min-w-0 border-line border-t pt-3">
          <legend className="float-left mb-1.5 w-full text-muted text-sm">{label}</legend>
          <div className="clear-both grid gap-x-4 gap-y-2 sm:grid-cols-2">
            {scopes.map((scope) => (
              // biome-ignore lint/a11y/noLabelWithoutControl: the label contains the checkbox
              <label key={scope} className="flex cursor-pointer gap-2.5 py-0.5">
                <Checkbox
                  checked={chosen.includes(scope)}
                  onChange={(event) => toggle(scope, event.target.checked)}
                  className="mt-0.5"
                />
                <span className="min-w-0">
                  <code className="block font-mono text-sm">{scope}</code>
                  <span className="block text-pretty text-muted text-sm">{grants[scope]}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </fieldset>
  )
}
