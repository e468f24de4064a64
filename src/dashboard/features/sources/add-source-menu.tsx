import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { late } from '#dashboard/lib/late.tsx'
import { Button, type ButtonProps } from '#dashboard/ui/button.tsx'
import type { SourceType } from './source-filters.ts'

export interface AddSourceMenuProps {
  agentId: string
  disabled: boolean
  onAdd: (type: SourceType) => void
}

const AddSourceMenuOpen = late(
  async () => (await import('./add-source-menu-open.tsx')).AddSourceMenuOpen,
  <AddSourceButton />,
)

/** What can be added. The menu's code comes when it is reached for. */
export function AddSourceMenu(props: AddSourceMenuProps) {
  const [opened, setOpened] = useState(false)
  if (opened) return <AddSourceMenuOpen {...props} />
  return (
    <AddSourceButton
      disabled={props.disabled}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setOpened(true)}
    />
  )
}

export function AddSourceButton(props: ButtonProps) {
  return (
    <Button {...props} scope="source:create" variant="primary" className="max-sm:w-full">
      <Plus aria-hidden /> Add source
    </Button>
  )
}
