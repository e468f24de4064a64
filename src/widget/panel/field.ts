/** The field to write in, once it is drawn. */
export const field = (): HTMLElement | null => document.querySelector('.composer textarea')

/**
 * Puts the focus into the field to write in after the visitor has answered the AI with a button, which is taken away with
 * its focus. Not on a phone, where the keyboard on the screen would cover what has just come.
 */
export function turnToField(): void {
  if (document.activeElement === document.body && matchMedia('(pointer: fine)').matches) field()?.focus()
}
