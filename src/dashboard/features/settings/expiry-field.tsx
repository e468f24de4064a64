import { useId, useState } from 'react'
import { exactTime } from '#dashboard/lib/time.ts'
import { Input } from '#dashboard/ui/input.tsx'
import { Radio } from '#dashboard/ui/radio.tsx'
import { dayAfter } from './scope-presets.ts'

interface ExpiryFieldProps {
  /** The day of expiry as `YYYY-MM-DD`, or `lifetime` for a key that does not expire; empty while no day is chosen. */
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** A field for the expiry of an API key: a day, or none, with which the key works until it is revoked. */
export function ExpiryField({ value, onChange, error }: ExpiryFieldProps) {
  const name = useId()
  const noteId = useId()
  const endId = useId()
  const isLifetime = value === 'lifetime'
  const end = `${value}T00:00:00Z`
  const [date, setDate] = useState(isLifetime ? '' : value)
  const choose = (chosen: string) => {
    setDate(chosen)
    onChange(chosen)
  }
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">Expires</legend>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="flex items-center gap-2">
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the label contains the radio button */}
          <label className="flex cursor-pointer items-center gap-2">
            <Radio name={name} checked={!isLifetime} onChange={() => onChange(date)} />
            On a day
          </label>
          <Input
            type="date"
            aria-label="Day of expiry"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? noteId : endId}
            className="w-40"
            // Tomorrow in UTC, as the server counts days in UTC.
            min={dayAfter(Date.now(), 1)}
            max="9999-12-31" // else browsers take years of up to six digits, which dates are not written with
            value={isLifetime ? '' : value}
            onChange={(event) => choose(event.target.value)}
          />
        </div>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the label contains the radio button */}
        <label className="flex cursor-pointer items-center gap-2">
          <Radio name={name} checked={isLifetime} onChange={() => onChange('lifetime')} />
          Never: it works until it is revoked
        </label>
      </div>
      {!error && !Number.isNaN(Date.parse(end)) && (
        <p id={endId} className="text-muted text-sm">
          It stops working as this day begins in UTC: {exactTime(end)} on your clock.
        </p>
      )}
      {error && (
        <p id={noteId} role="alert" className="text-danger text-sm">
          Choose a day from tomorrow on, in UTC.
        </p>
      )}
    </fieldset>
  )
}
