import { memo } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { shownLines } from './advance.ts'
import { choose } from './choose.ts'

/** The classes of a plain checkbox. The `Checkbox` component would be one more file for the first visit to load. */
export const boxClass = 'size-4 cursor-pointer accent-ink'

interface ChooserProps {
  id: string
  visitor: string
  checked: boolean
  /** Whether any row is chosen. */
  isChoosing: boolean
}

/** A row's checkbox. With a mouse, and while no row is chosen, it shows only if its row is hovered or it is focused. */
export const Chooser = memo(function Chooser({ id, visitor, checked, isChoosing }: ChooserProps) {
  return (
    <label
      className={cn(
        'absolute inset-y-0 left-0 flex w-7 cursor-pointer select-none items-center justify-center pt-2 focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
        !isChoosing && 'opacity-0',
      )}
    >
      <input
        type="checkbox"
        className={boxClass}
        tabIndex={-1} // arrows lead here from the row
        aria-label={`Choose ${visitor}`}
        checked={checked}
        onChange={({ nativeEvent }) => chooseRow(id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
      />
    </label>
  )
})

/**
 * Chooses a row of the list on screen, or removes it from the choice; with `isRange`, chooses all rows from the one
 * chosen last to this one.
 */
export function chooseRow(id: string, isRange: boolean): void {
  choose(
    shownLines.get().map((line) => line.id),
    id,
    isRange,
  )
}
