import { type ReactNode, useId } from 'react'
import { Switch } from '#dashboard/ui/switch.tsx'
import { ErrorNotice } from './error-state.tsx'

interface SwitchLineProps {
  /** Whether it is on; undefined while that is loading. */
  isOn: boolean | undefined
  onChange: (isOn: boolean) => void
  error: unknown
  /** The label: what the switch turns on. */
  children: ReactNode
}

/** A switch with its label, which is saved at once. It looks switched on while it is loading. */
export function SwitchLine({ isOn, onChange, error, children }: SwitchLineProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <Switch
          id={id}
          checked={isOn ?? true}
          disabled={isOn === undefined}
          onChange={({ target }) => onChange(target.checked)}
        />
        <label htmlFor={id}>{children}</label>
      </div>
      {error !== null && <ErrorNotice error={error} act="It was not changed" />}
    </div>
  )
}
