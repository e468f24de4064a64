import { Command } from 'cmdk'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export function Group({ heading, children }: { heading: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  )
}

interface EntryProps {
  /** Distinguishes the entry from all others. */
  value: string
  icon: LucideIcon
  /** Shown after the name, in grey, as far as there is space. */
  beside?: ReactNode
  onSelect: () => void
  children: ReactNode
}

export function Entry({ value, icon: Icon, beside, onSelect, children }: EntryProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex h-9 cursor-default max-sm:h-control items-center gap-2.5 rounded px-2 data-[selected=true]:bg-hover"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 truncate has-[+*]:max-w-[60%] has-[+*]:shrink-0">{children}</span>
      {beside && <span className="ml-auto min-w-0 truncate text-muted text-sm">{beside}</span>}
    </Command.Item>
  )
}
