import { Command } from 'cmdk'
import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'
import type { ReactNode } from 'react'

interface ChoicesProps {
  label: string
  placeholder: string
  /** The text shown when no choice matches; undefined while the choices are still loading. */
  empty: string | undefined
  search?: string
  onSearch?: (text: string) => void
  children: ReactNode
}

export function Choices({ label, placeholder, empty, search, onSearch, children }: ChoicesProps) {
  return (
    <Command label={label} loop className="flex min-h-0 flex-col pt-2">
      <Command.Input
        placeholder={placeholder}
        {...(search !== undefined && { value: search, onValueChange: onSearch })}
        className="h-11 w-full border-line border-b bg-transparent px-5 outline-none"
      />
      <Command.List className="max-h-[22rem] overflow-y-auto p-1.5">
        {empty !== undefined && <Command.Empty className="px-3 py-6 text-center text-muted">{empty}</Command.Empty>}
        {children}
      </Command.List>
    </Command>
  )
}

interface ChoiceProps {
  value: string
  /** `partly` if several conversations are changed and only some of them have this value. */
  chosen?: boolean | 'partly'
  /** Whether the choice is offered even if it does not match the search. */
  always?: boolean
  onSelect: () => void
  children: ReactNode
}

export function Choice({ value, chosen = false, always = false, onSelect, children }: ChoiceProps) {
  const Chosen = chosen === true ? Check : Minus
  return (
    <Command.Item
      value={value}
      forceMount={always}
      onSelect={onSelect}
      className="flex h-9 cursor-default max-sm:h-control items-center gap-2.5 rounded px-2 data-[selected=true]:bg-hover"
    >
      {children}
      {chosen && (
        <>
          <span className="sr-only">{chosen === true ? ', chosen' : ', chosen for some'}</span>
          <Chosen aria-hidden className="ml-auto size-4 shrink-0" />
        </>
      )}
    </Command.Item>
  )
}
