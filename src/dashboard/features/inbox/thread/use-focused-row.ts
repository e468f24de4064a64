import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { type FocusEvent, useCallback, useState } from 'react'
import { type Item, itemKey } from './items.ts'

/**
 * Finds the row that has the focus. It stays in the page however far somebody scrolls, since its removal would lose the
 * focus.
 */
export function useFocusedRow(items: readonly Item[]) {
  const [focused, setFocused] = useState<{ key: string; isWriting: boolean }>()
  const index = focused ? items.findIndex((item) => itemKey(item) === focused.key) : -1
  return {
    index,
    /** Somebody fills in a form there, so nothing that arrives may scroll it away. */
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
      // Leaving the window is no loss of focus: it comes back to the row.
      if (document.activeElement !== target) setFocused(undefined)
    },
  }
}
