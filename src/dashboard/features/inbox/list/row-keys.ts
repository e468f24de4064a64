/** The conversation of the row in which an element is; undefined if it is in none. */
export const idOfRow = (element: Element | null): string | undefined =>
  element?.closest('li')?.querySelector<HTMLElement>('[data-conversation]')?.dataset.conversation

type Modifiers = Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/** Whether a key is pressed together with another one, which gives it another meaning. */
export const isModified = ({ altKey, ctrlKey, metaKey, shiftKey }: Modifiers): boolean =>
  altKey || ctrlKey || metaKey || shiftKey

/** The place among rows to which a key moves the focus from another place; undefined if that is none, or it moves none. */
export function placeAfter(key: string, at: number, rows: number): number | undefined {
  const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: rows - 1 }[key]
  return at < 0 || to === undefined ? undefined : Math.min(Math.max(to, 0), rows - 1)
}

/** The one row to which Tab leads: of those shown, the one that had the focus last, the open one, or the first. */
export const tabStop = (shown: readonly string[], focused: string | undefined, selected: string | undefined) =>
  [focused, selected].find((id) => id !== undefined && shown.includes(id)) ?? shown[0]
