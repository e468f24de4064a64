import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { type FocusEvent, useCallback, useState } from 'react'
import { type Item, itemKey } from './thread-items.ts'

/** The row that has the focus: it stays in the page however far one scrolls, or the focus would go with it. */
export function useFocusedRow(items: readonly Item[]) {
  const [focused, setFocused] = useState<{ key: string; isWriting: boolean }>()
  const index = focused ? items.findIndex((item) => itemKey(item) === focused.key) : -1
  return {
    index,
    /** A form is being filled in there: nothing that arrives may scroll it away. */
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
      // Another window may have the focus for a while: it comes back to the row.
      if (document.activeElement !== target) setFocused(undefined)
    },
  }
}
