import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useId } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { isComposed } from '#dashboard/lib/composing.ts'
import { fieldOf, isAddress, partsOf, typedInto } from './addresses.ts'

interface AddressFieldProps {
  label: string
  /** As `TypedMail` describes it. */
  value: string
  onChange: (value: string) => void
  /** Whoever is not among these is marked as new; without it, nobody is. */
  known?: ReadonlySet<string>
  autoFocus?: boolean
  /** What is wrong with it. */
  error?: string | undefined
}

/** A field for e-mail addresses, each of which becomes a chip once a comma, a space or Enter follows it. */
export function AddressField({ label, value, onChange, known, autoFocus, error }: AddressFieldProps) {
  const id = useId()
  const { whole, rest } = partsOf(value)
  const take = (gone: string) => onChange(fieldOf(whole.filter((each) => each !== gone)) + rest)
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposed(event.nativeEvent)) return
    if (event.key === 'Enter' && !event.metaKey && !event.ctrlKey && rest !== '') onChange(`${value},`)
    else if (event.key === 'Backspace' && rest === '' && whole.length > 0) onChange(fieldOf(whole.slice(0, -1)))
    else return
    event.preventDefault()
  }
  return (
    <div className="flex flex-col gap-1">
      <div
        className={cn(
          'flex min-h-control flex-wrap items-center gap-1 rounded border border-line-strong bg-surface px-2 py-1',
          'focus-within:border-ink hover:border-muted',
          error && 'border-danger',
        )}
      >
        <label htmlFor={id} className="w-9 shrink-0 text-muted text-sm">
          {label}
        </label>
        {whole.map((address) => (
          <Chip key={address} address={address} isNew={known?.has(address.toLowerCase()) === false} onTake={take} />
        ))}
        <input
          id={id}
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: it was opened to be written in
          autoFocus={autoFocus}
          value={rest}
          onChange={({ target }) => onChange(typedInto(whole, target.value))}
          onBlur={() => rest !== '' && onChange(`${value},`)}
          onKeyDown={onKeyDown}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error && `${id}-error`}
          className="min-w-16 flex-1 bg-transparent outline-none max-sm:text-[1rem]"
        />
      </div>
      {error && (
        <p id={`${id}-error`} className="text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  )
}

function Chip({ address, isNew, onTake }: { address: string; isNew: boolean; onTake: (address: string) => void }) {
  const isWrong = !isAddress(address)
  return (
    <span
      className={cn(
        'inline-flex h-6 min-w-0 max-w-full items-center gap-1 rounded-sm border border-line bg-sunken pl-1.5 text-sm',
        isNew && 'border-human-line bg-human-soft',
        isWrong && 'border-danger-line bg-danger-soft text-danger',
      )}
    >
      <span className="truncate">{address}</span>
      {(isWrong || isNew) && (
        <span className={cn('shrink-0 text-xs', isWrong ? 'text-danger' : 'text-human')}>
          {isWrong ? 'no address' : 'new'}
        </span>
      )}
      <button
        type="button"
        aria-label={`Remove ${address}`}
        className="grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:text-ink [&_svg]:size-3"
        onClick={() => onTake(address)}
      >
        <X aria-hidden />
      </button>
    </span>
  )
}
