import { useState } from 'react'
import { late } from '#dashboard/lib/late.tsx'
import { AddSourceButton } from './add-source-button.tsx'
import type { AddSourceMenuProps } from './add-source-menu-open.tsx'

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
