import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { type FocusEvent, useCallback, useState } from 'react'
import { type Item, itemKey } from './items.ts'

/** The row with the focus stays rendered however far one scrolls, as its removal would lose the focus. */
export function useFocusedRow(items: readonly Item[]) {
  const [focused, setFocused] = useState<{ key: string; isWriting: boolean }>()
  const index = focused ? items.findIndex((item) => itemKey(item) === focused.key) : -1
  return {
    /** Whether somebody fills in a form in the row, which new messages must then not scroll away. */
    isWriting: focused?.isWriting ?? false,
    rangeExtractor: useCallback(
      (range: Range) => {
        const rows = defaultRangeExtractor(range)
        return index < 0 || rows.includes(index) ? rows : [...rows, index].sort((a, b) => a - b)
      },
      [index],
    ),
    onFocus: ({ target }: FocusEvent) => {
      const item = items[Number(target.closest<HTMLElement>('li[data-index]')?.dataset.index)]
      if (item) setFocused({ key: itemKey(item), isWriting: target.closest('form') !== null })
    },
    onBlur: ({ target }: FocusEvent) => {
      // When the window loses the focus, the row stays the active element and gets the focus back.
      if (document.activeElement !== target) setFocused(undefined)
    },
  }
}
