import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { isComposed } from '#dashboard/lib/composing.ts'

/** Classes that place a list above the field that it completes. Their common parent must be `relative`. */
export const overField =
  'absolute bottom-full left-0 z-10 mb-1 overflow-y-auto rounded border border-line bg-surface p-1 shadow-float'

interface SuggestionsOptions<Item> {
  /** Id of the list's element. The ids of its items begin with it. */
  id: string
  items: readonly Item[]
  /** The text that the items were found by. When it changes, the first item is chosen again. */
  soughtBy: string
  onPick: (item: Item) => void
}

interface Suggestions<Item> extends SuggestionsOptions<Item> {
  chosen: number
  /** Id of the chosen item's element, for `aria-activedescendant` of the field. */
  activeId: string | undefined
  /** Moves the choice by the arrow keys, and picks by Enter or Tab. @returns whether the key was for the list */
  onKey: (event: KeyboardEvent) => boolean
}

/** Completes what is being written: the arrow keys choose a suggestion, Enter or Tab picks it. */
export function useSuggestions<Item>(options: SuggestionsOptions<Item>): Suggestions<Item> {
  const { id, items, soughtBy, onPick } = options
  const [choice, setChoice] = useState({ index: 0, soughtBy })
  const chosen = choice.soughtBy === soughtBy ? Math.min(choice.index, items.length - 1) : 0
  const pick = items[chosen]
  const onKey = ({ key, metaKey, ctrlKey, shiftKey, nativeEvent }: KeyboardEvent): boolean => {
    if (!pick || metaKey || ctrlKey || shiftKey || isComposed(nativeEvent)) return false
    if (key === 'Enter' || key === 'Tab') onPick(pick)
    else if (key === 'ArrowDown' || key === 'ArrowUp') {
      const step = key === 'ArrowDown' ? 1 : items.length - 1
      setChoice({ index: (chosen + step) % items.length, soughtBy })
    } else return false
    return true
  }
  return { ...options, chosen, activeId: pick && itemId(id, chosen), onKey }
}

const itemId = (id: string, index: number): string => `${id}-${index}`

interface SuggestionListProps<Item> {
  suggestions: Suggestions<Item>
  label: string
  className?: string
  itemClass?: string
  keyOf: (item: Item) => string
  children: (item: Item) => ReactNode
}

/** The list of a field's suggestions. The focus stays in the field. */
export function SuggestionList<Item>(props: SuggestionListProps<Item>) {
  const { suggestions, label, className, itemClass, keyOf, children } = props
  const { id, items, chosen, onPick } = suggestions
  return (
    <div id={id} role="listbox" aria-label={label} className={className}>
      {items.map((item, index) => (
        <div
          key={keyOf(item)}
          ref={index === chosen ? scrollIntoList : undefined}
          id={itemId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className={cn('cursor-pointer rounded px-2 py-1 text-sm aria-selected:bg-sunken', itemClass)}
          onMouseDown={(event) => {
            event.preventDefault() // so that the focus stays in the field
            onPick(item)
          }}
        >
          {children(item)}
        </div>
      ))}
    </div>
  )
}

const scrollIntoList = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })
